import { useApiPages } from '#tenancy/client/queries.ts'
import { listReconciliationDifferences, listReconciliationRuns } from '../../contract.ts'
import { ReconciliationResults, useDifferenceState } from './results.tsx'

/** Comparisons of the school's accounts, and of its payments through the platform's. */
export function SchoolReconciliation() {
  const state = useDifferenceState()
  const differences = useApiPages(listReconciliationDifferences, { limit: 50, ...state })
  const runs = useApiPages(listReconciliationRuns, { limit: 20 })
  return <ReconciliationResults differences={differences} runs={runs} isPlatform={false} />
}
