import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
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
