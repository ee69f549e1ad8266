import { Stack } from '@mantine/core'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ErasureSection } from './erasure-section.tsx'
import { ExportSection } from './export-section.tsx'

export const handle: ScreenHandle = { namespaces: ['data-privacy'] }

/** Export and erasure of the data of the logged-in person. */
export default function MyDataScreen() {
  const { t } = useTranslation('data-privacy')
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading title={t('title')} text={t('text')} crumbs={[{ label: t('profile'), to: '/profile' }]} />
      <ExportSection />
      <ErasureSection />
    </Stack>
  )
}
