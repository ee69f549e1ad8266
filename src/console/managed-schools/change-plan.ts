import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import { updateDirectory } from '#schools/index.ts'
import { updateSchoolRow } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'
import { auditInBoth } from '#tenancy/audit/platform-audit-log.ts'
import { showSchool } from './show-school.ts'

type Change = Input<typeof contract.changePlan>

export async function changePlan(ctx: OwnCtx, change: Change): Promise<Reply<typeof contract.changePlan>> {
  const { school_id } = change
  // A made-up id must not become a school.
  found(
    await ctx.db
      .selectFrom('school_directory')
      .where('school_id', '=', school_id)
      .select('school_id')
      .executeTakeFirst(),
  )
  await transact({ ...ctx, school_id }, { onSchoolChanged: () => {} }, (inside) => applyPlan(inside, change))
  return showSchool(ctx, { school_id })
}

async function applyPlan(ctx: Ctx, { plan_name, allow_manual_student_approval, reason }: Change) {
  const { tx, school_id } = ctx
  const before = found(
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
  await updateSchoolRow(ctx, after)
  await updateDirectory(ctx, { plan_name })
  const differences = Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]))
  await auditInBoth(ctx, {
    action: 'school.plan_changed',
    subject: ['school', school_id],
    change: { ...differences, reason },
  })
  ctx.schoolChanged()
}
