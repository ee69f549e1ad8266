import { Stack } from '@mantine/core'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { SchoolsTable } from './schools-table.tsx'

/** Marks schools with plan limits. */
export default function FlaggedBadge() {
  const { t } = useTranslation('console')
  return (
    <Stack gap="lg">
      <PageHeading title={t('flagged.title')} text={t('flagged.text')} />
      <SchoolsTable isFlagged />
    </Stack>
  )
}
