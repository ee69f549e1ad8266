import type { Ctx } from '#tenancy/context/request-context.ts'
import type { School } from '#tenancy/hosts/school.ts'
import type { Config } from '#platform/config/config.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { isFlagged } from './policy.ts'
import './refusals.ts'

type Standing = Pick<School, 'plan_name' | 'created_at' | 'reseller_root_domain'>

/** What the school may use; null where its plan sets no limits. */
export const getPlanLimits = (config: Pick<Config, 'freeLimits'>, school: Standing | null) =>
  school && isFlagged(planStatus(school)) ? config.freeLimits : null

export const planStatus = ({ plan_name, created_at, reseller_root_domain }: Standing) => ({
  plan_name,
  created_at,
  has_reseller: reseller_root_domain !== null,
})

/** Refuses another student where the plan has no place left. */
export async function ensureStudentSeat(ctx: Ctx) {
  const limits = getPlanLimits(ctx.config, ctx.school)
  if (!limits) return
  await holdPlaces(ctx)
  if ((await countStudents(ctx, limits.students)) >= limits.students)
    throw new Refusal('plan_student_limit_reached')
}

/** How many more students the plan lets in; null for any number. */
export async function remainingStudentSeats(ctx: Pick<Ctx, 'tx' | 'school_id' | 'school' | 'config'>) {
  const limits = getPlanLimits(ctx.config, ctx.school)
  return limits && limits.students - (await countStudents(ctx, limits.students))
}

/** Until commit, so that of two who want the last place one waits and then finds it taken. */
const holdPlaces = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Stops at `most`, so that it never costs more because the school grew. */
export async function countStudents({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>, limit: number) {
  const { count } = await tx
    .selectFrom(
      tx
        .selectFrom('users')
        .where('school_id', '=', school_id)
        .where('role', '=', 'student')
        .where('status', '<>', 'removed')
        .select('id')
        .limit(limit)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function getStorageUsed({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) {
  const row = await tx
    .selectFrom('upload_usage')
    .where('school_id', '=', school_id)
    .where('quota_owner_id', '=', school_id)
    .select('bytes')
    .executeTakeFirst()
  return row?.bytes ?? 0
}
