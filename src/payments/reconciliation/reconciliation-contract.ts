import { Type } from 'typebox'
import {
  Id,
  Instant,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Provider } from '../shapes.ts'
import { differenceKinds } from '../records/difference-kinds.ts'

const Run = Type.Object({
  id: Id,
  provider: Provider,
  period_from: Instant,
  period_to: Instant,
  /** `failed`: the provider did not answer; the next run covers the same days. */
  state: StringEnum('succeeded', 'failed'),
  checked_payments: Type.Integer(),
  settled_payments: Type.Integer(),
  new_differences: Type.Integer(),
  unbalanced_currencies: Type.Array(Type.String()),
  finished_at: Instant,
})

const Difference = Type.Object({
  id: Id,
  provider: Provider,
  kind: StringEnum(...differenceKinds),
  transaction_id: Type.String(),
  order_id: Nullable(Id),
  expected_amount: Nullable(MinorUnits),
  found_amount: Nullable(MinorUnits),
  currency: Type.String(),
  state: StringEnum('open', 'resolved'),
  explanation: Type.String(),
  created_at: Instant,
  resolved_at: Nullable(Instant),
})

const RunPage = PageOf(Run)
const DifferencePage = PageOf(Difference)

const runs = {
  method: 'GET' as const,
  query: Type.Object(PagingParams),
  reply: [200, RunPage] as [status: number, schema: typeof RunPage],
}
const differences = {
  method: 'GET' as const,
  query: Type.Object({ ...PagingParams, state: Type.Optional(StringEnum('open', 'resolved')) }),
  reply: [200, DifferencePage] as [status: number, schema: typeof DifferencePage],
}
const resolution = {
  method: 'POST' as const,
  params: Type.Object({ id: Id }),
  body: Type.Object({ explanation: SingleLineText(500) }),
  reply: [200, Difference] as [status: number, schema: typeof Difference],
}

export const listReconciliationRuns = defineRoute({
  ...runs,
  name: 'listReconciliationRuns',
  path: '/payments/v1/reconciliation/runs',
  access: 'admin',
  summary: 'Nightly comparisons of the school’s own accounts with their providers, newest first',
})

export const listReconciliationDifferences = defineRoute({
  ...differences,
  name: 'listReconciliationDifferences',
  path: '/payments/v1/reconciliation/differences',
  access: 'admin',
  csv: 'differences',
  summary: 'Differences between a provider and the school’s books, newest first',
})

export const resolveReconciliationDifference = defineRoute({
  ...resolution,
  name: 'resolveReconciliationDifference',
  path: '/payments/v1/reconciliation/differences/:id/resolve',
  access: 'admin',
  summary: 'Explains a difference, and closes it',
  refusals: ['difference_resolved'],
})

export const consoleListReconciledSchools = defineRoute({
  name: 'consoleListReconciledSchools',
  method: 'GET',
  path: '/console/v1/reconciliation/schools',
  scope: 'platform',
  access: 'privileged',
  summary: 'Schools whose own accounts are compared with their providers, the latest comparison first',
  query: Type.Object({
    ...PagingParams,
    /** Only schools with open differences, or whose last comparison failed. */
    has_problems: Type.Optional(Type.Boolean()),
  }),
  reply: [
    200,
    PageOf(
      Type.Object({
        school_id: Id,
        name: Type.String(),
        last_run_at: Instant,
        last_run_state: StringEnum('succeeded', 'failed'),
        open_differences: Type.Integer(),
        /** Providers that refused the keys of the connected account. */
        failing_providers: Type.Array(Provider),
      }),
    ),
  ],
})

export const consoleListSchoolDifferences = defineRoute({
  name: 'consoleListSchoolDifferences',
  method: 'GET',
  path: '/console/v1/schools/:school_id/reconciliation/differences',
  scope: 'platform',
  access: 'privileged',
  transaction: 'own',
  summary: 'Differences of a school’s accounts, newest first; the school explains them',
  params: Type.Object({ school_id: Id }),
  query: differences.query,
  reply: differences.reply,
})

const platform = { scope: 'platform' as const, access: 'privileged' as const }

export const consoleListReconciliationRuns = defineRoute({
  ...runs,
  ...platform,
  name: 'consoleListReconciliationRuns',
  path: '/console/v1/reconciliation/runs',
  summary: 'Nightly comparisons of the platform’s own accounts, newest first',
})

export const consoleListReconciliationDifferences = defineRoute({
  ...differences,
  ...platform,
  name: 'consoleListReconciliationDifferences',
  path: '/console/v1/reconciliation/differences',
  summary: 'Payments at the platform’s accounts that belong to no school, newest first',
})

export const consoleResolveReconciliationDifference = defineRoute({
  ...resolution,
  ...platform,
  name: 'consoleResolveReconciliationDifference',
  path: '/console/v1/reconciliation/differences/:id/resolve',
  summary: 'Explains a difference of the platform’s accounts, and closes it',
  refusals: ['difference_resolved'],
})
