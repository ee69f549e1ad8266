import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/pieces/page-heading.tsx'
import { ErasePart } from './erase-part.tsx'
import { ExportPart } from './export-part.tsx'

export const handle: ScreenHandle = { ns: ['my-data'] }

/** What the school keeps of the person who is logged in: to take along, or to have deleted. */
export default function MyData() {
  const { t } = useTranslation('my-data')
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading title={t('title')} text={t('text')} crumbs={[{ label: t('profile'), to: '/profile' }]} />
      <ExportPart />
      <ErasePart />
    </Stack>
  )
}
