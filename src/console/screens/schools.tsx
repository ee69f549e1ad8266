import { Stack } from '@mantine/core'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ClosingSchools } from './closing-schools.tsx'
import { SchoolsTable } from './schools-table.tsx'

/** Every school of the platform. */
export default function Schools() {
  const { t } = useTranslation('console')
  return (
    <Stack gap="lg">
      <PageHeading title={t('schools.title')} text={t('schools.text')} />
      <ClosingSchools />
      <SchoolsTable isFlagged={false} />
    </Stack>
  )
}
