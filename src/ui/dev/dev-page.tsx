import { Box, Stack } from '@mantine/core'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import '#ui/styles/app.css'
import { DevFields } from './dev-fields.tsx'
import { DevChoices, DevFrame } from './dev-frame.tsx'
import { DevMore } from './dev-more.tsx'
import { DevPieces } from './dev-pieces.tsx'
import { DevWorking } from './dev-working.tsx'
import { onlyOutsideProduction } from './only-outside-production.ts'

export const handle = { namespaces: ['kit'] }
export const middleware = [onlyOutsideProduction]

/** Every component in every state. `?scheme=dark&dir=rtl&theme=night` changes the presentation. */
export default function DevPage() {
  return (
    <DevFrame>
      <Box component="main" data-independent="" maw={1040} mx="auto" p={{ base: 'md', sm: 'xl' }}>
        <PageHeading title="The kit" text="Every piece in every state." />
        <Stack gap="xl">
          <DevChoices />
          <DevPieces />
          <DevFields />
          <DevWorking />
          <DevMore />
        </Stack>
      </Box>
    </DevFrame>
  )
}
