import { Stack } from '@mantine/core'
import { useParams } from 'react-router'
import { useApiPages } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { consoleListSchoolDifferences } from '../../contract.ts'
import { Differences } from './differences.tsx'

export const handle: ScreenHandle = { namespaces: ['revenue'] }

/** In the console: the differences of one school, which the school explains. */
export default function ConsoleSchoolDifferences() {
  const { t } = useTranslation('revenue')
  const { school_id = '' } = useParams()
  const list = useApiPages(consoleListSchoolDifferences, { school_id, limit: 50 })
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('differences')}
        text={t('ownSchools.readOnly')}
        crumbs={[
          { label: t('view_reconciliation'), to: '/console/reconciliation' },
          { label: t('school'), to: `/console/schools/${school_id}` },
        ]}
      />
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <Differences list={list} isPlatform isReadOnly />
      )}
    </Stack>
  )
}
