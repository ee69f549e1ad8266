import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { RegradePolicy } from './regraded-points.ts'

interface Policy {
  assessment_id: string
  question_id: string
  policy: RegradePolicy
}

/**
 * Policies of the last applied regrades, of each assessment a map by question: attempts that are graded later follow them.
 * Until commit, no regrade of these assessments begins, so that none misses an attempt that is being graded.
 */
export async function loadRegradePolicies(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  of: readonly { assessment_id: string }[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, RegradePolicy>>> {
  const ids = [...new Set(of.map(({ assessment_id }) => assessment_id))]
  await tx
    .selectFrom('assessments')
    .where('school_id', '=', school_id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forShare()
    .execute()
  const rows = await tx
    .selectFrom('regrades')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['applying', 'applied'])
    .distinctOn(['assessment_id', 'question_id'])
    .orderBy('assessment_id')
    .orderBy('question_id')
    .orderBy('applied_at', 'desc')
    .select(['assessment_id', 'question_id'])
    .select((eb) => eb.ref('policy').$castTo<RegradePolicy>().as('policy'))
    .execute()
  const policies = new Map<string, Map<string, RegradePolicy>>(ids.map((id) => [id, new Map()]))
  for (const { assessment_id, question_id, policy } of rows as Policy[])
    policies.get(assessment_id)!.set(question_id, policy)
  return policies
}
