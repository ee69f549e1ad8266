import { ensureFound } from '#platform/contract/refusal.ts'
import { loadQuestionNames } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { getEditableAssessment } from '../queries.ts'
import type { RegradePolicy } from '../grading/regraded-points.ts'

type State = 'computing' | 'ready' | 'applying' | 'applied' | 'discarded'

export const selectRegrades = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('regrades as g')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'g.school_id').onRef('u.id', '=', 'g.created_by'),
    )
    .where('g.school_id', '=', school_id)
    .select(['g.id', 'g.assessment_id', 'g.question_id'])
    .select(['g.rising_count', 'g.falling_count', 'g.unchanged_count', 'g.manual_count'])
    .select(['g.applied_count', 'g.skipped_count', 'g.created_at', 'g.applied_at'])
    .select('u.name as created_by_name')
    .select((eb) => [
      eb.ref('g.policy').$castTo<RegradePolicy>().as('policy'),
      eb.ref('g.state').$castTo<State>().as('state'),
    ])

export type RegradeRow = Awaited<ReturnType<ReturnType<typeof selectRegrades>['executeTakeFirstOrThrow']>>

/** Regrades with the names of their questions. */
export async function withQuestionNames(ctx: Ctx, rows: readonly RegradeRow[]) {
  const names = await loadQuestionNames(ctx, [...new Set(rows.map(({ question_id }) => question_id))])
  return rows.map((row) => ({ ...row, question_name: names.get(row.question_id)!.name }))
}

/** Returns a regrade of an assessment that the actor may edit; with `lock`, until commit nobody else changes it. */
export async function getEditableRegrade(ctx: Ctx, id: string, { lock = false } = {}) {
  const query = selectRegrades(ctx).where('g.id', '=', id)
  const regrade = ensureFound(await (lock ? query.forNoKeyUpdate('g') : query).executeTakeFirst())
  const assessment = await getEditableAssessment(ctx, regrade.assessment_id)
  return { regrade, assessment }
}

export const updateRegrade = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>, id: string) =>
  tx.updateTable('regrades').where('school_id', '=', school_id).where('id', '=', id)
