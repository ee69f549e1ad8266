import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { updateDirectory } from '#schools/index.ts'
import { updateSchoolRow } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'
import { auditInSchoolAndPlatform } from '#tenancy/audit/platform-audit-log.ts'
import { getSchool } from './get-school.ts'

type Change = Input<typeof contract.changePlan>

export async function changePlan(
  ctx: CtxWithoutTx,
  change: Change,
): Promise<Reply<typeof contract.changePlan>> {
  const { school_id } = change
  // Refuses an unknown id.
  ensureFound(
    await ctx.db
      .selectFrom('school_directory')
      .where('school_id', '=', school_id)
      .select('school_id')
      .executeTakeFirst(),
  )
  await runTransaction(asSchool(ctx, { school_id }), { onSchoolInvalidated: () => {} }, (txCtx) =>
    applyPlan(txCtx, change),
  )
  return getSchool(ctx, { school_id })
}

async function applyPlan(ctx: Ctx, { plan_name, allow_manual_student_approval, reason }: Change) {
  const { tx, school_id } = ctx
  const before = ensureFound(
    await tx
      .selectFrom('schools')
      .where('school_id', '=', school_id)
      .select(['plan_name', 'allow_manual_student_approval'])
      .forUpdate()
      .executeTakeFirst(),
  )
  const after = {
    plan_name,
    allow_manual_student_approval: allow_manual_student_approval ?? before.allow_manual_student_approval,
  }
  const fields = ['plan_name', 'allow_manual_student_approval'] as const
  const changed = fields.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return
  // Limits of a subscription do not apply to a plan that the platform chose.
  const limits = { plan_students: null, plan_storage: null, plan_grace_ends_at: null }
  await updateSchoolRow(ctx, changed.includes('plan_name') ? { ...after, ...limits } : after)
  await updateDirectory(ctx, { plan_name })
  const differences = Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]))
  await auditInSchoolAndPlatform(ctx, {
    action: 'school.plan_changed',
    subject: ['school', school_id],
    change: { ...differences, reason },
  })
  ctx.invalidateSchool()
}
