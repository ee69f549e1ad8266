import { sql } from 'kysely'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { applyRegradeJob, computeRegradeJob } from '../job-handles.ts'
import { getEditableAssessment } from '../queries.ts'
import { getEditableRegrade, selectRegrades, updateRegrade, withQuestionNames } from './queries.ts'

/** Replaces the open regrade of the same question. */
export async function createRegrade(ctx: Ctx, given: Input<typeof contract.createRegrade>) {
  const { id: assessment_id, question_id, policy } = given
  await getEditableAssessment(ctx, assessment_id, { lock: true })
  await ensureInAttempts(ctx, { assessment_id, question_id })
  const { tx, school_id, actor, now } = ctx
  const open = await selectRegrades(ctx)
    .where('g.assessment_id', '=', assessment_id)
    .where('g.question_id', '=', question_id)
    .where('g.state', 'in', ['computing', 'ready', 'applying'])
    .executeTakeFirst()
  if (open?.state === 'applying') throw new Refusal('regrade_running')
  if (open) await discard(ctx, open.id)
  const id = newId()
  await tx
    .insertInto('regrades')
    .values({ school_id, id, assessment_id, question_id, policy, created_by: actor.id, created_at: now })
    .execute()
  await ctx.enqueue(computeRegradeJob, { regrade_id: id }, { priority: 'soon' })
  return getRegrade(ctx, { id })
}

/** Refuses a question that no attempt of the assessment asked. */
async function ensureInAttempts(
  { tx, school_id }: Ctx,
  { assessment_id, question_id }: { assessment_id: string; question_id: string },
) {
  const { rows } = await sql`
    select from attempts t
    join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
    where t.school_id = ${school_id}::uuid and t.assessment_id = ${assessment_id}::uuid
      and p.slots @> ${JSON.stringify([{ question_id }])}::jsonb
    limit 1`.execute(tx)
  if (rows.length === 0)
    refuseInvalidField('question_id', 'question_not_asked', 'No attempt has this question.')
}

export async function getRegrade(ctx: Ctx, { id }: Input<typeof contract.getRegrade>) {
  const { regrade } = await getEditableRegrade(ctx, id)
  return (await withQuestionNames(ctx, [regrade]))[0]!
}

/** From now on attempts that are graded follow the policy, and a job changes the marks of the preview. */
export async function applyRegrade(ctx: Ctx, { id }: Input<typeof contract.applyRegrade>) {
  const { regrade, assessment } = await getEditableRegrade(ctx, id, { lock: true })
  const { state, assessment_id } = regrade
  if (state === 'computing' || state === 'discarded') throw new Refusal('regrade_not_ready')
  if (state === 'ready') {
    // Attempts that are being graded hold the assessment: they are found by the job, later ones find the policy.
    await getEditableAssessment(ctx, assessment_id, { lock: true })
    await updateRegrade(ctx, id).set({ state: 'applying', applied_at: ctx.now }).execute()
    await ctx.enqueue(applyRegradeJob, { regrade_id: id }, { priority: 'soon' })
    const [named] = await withQuestionNames(ctx, [regrade])
    await ctx.audit('assessment.regraded', ['assessment', assessment_id], {
      name: assessment.name,
      question: named!.question_name,
      policy: regrade.policy,
    })
  }
  return getRegrade(ctx, { id })
}

/** A regrade that was applied stays in the list. */
export async function discardRegrade(ctx: Ctx, { id }: Input<typeof contract.discardRegrade>) {
  const { regrade } = await getEditableRegrade(ctx, id, { lock: true })
  if (regrade.state === 'applying' || regrade.state === 'applied') throw new Refusal('regrade_running')
  await discard(ctx, id)
  return okReply
}

async function discard(ctx: Ctx, id: string) {
  await updateRegrade(ctx, id).set({ state: 'discarded' }).execute()
  await ctx.tx
    .deleteFrom('regrade_rows')
    .where('school_id', '=', ctx.school_id)
    .where('regrade_id', '=', id)
    .execute()
}
