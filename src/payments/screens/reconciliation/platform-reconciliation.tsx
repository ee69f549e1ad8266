import { Stack } from '@mantine/core'
import { useApiPages } from '#tenancy/client/queries.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { consoleListReconciliationDifferences, consoleListReconciliationRuns } from '../../contract.ts'
import { ReconciledSchools } from './reconciled-schools.tsx'
import { ReconciliationResults, useDifferenceState } from './results.tsx'

export const handle: ScreenHandle = { namespaces: ['revenue'] }

/** In the console: comparisons of the platform's accounts, with the payments of all schools. */
export default function PlatformReconciliation() {
  const { t } = useTranslation('revenue')
  const state = useDifferenceState()
  const differences = useApiPages(consoleListReconciliationDifferences, { limit: 50, ...state })
  const runs = useApiPages(consoleListReconciliationRuns, { limit: 20 })
  return (
    <Stack gap="lg">
      <PageHeading title={t('view_reconciliation')} text={t('platformText')} />
      <ReconciliationResults differences={differences} runs={runs} isPlatform />
      <ReconciledSchools />
    </Stack>
  )
}
