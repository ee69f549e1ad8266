import type { Ctx } from '#tenancy/context/request-context.ts'
import type { School } from '#tenancy/hosts/school.ts'
import type { Config } from '#platform/config/config.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { isFlagged } from './policy.ts'
import './refusals.ts'

type SchoolPlan = Pick<School, 'plan_name' | 'created_at' | 'reseller_root_domain'>

/**
 * Returns the plan limits of the school: those of its subscription, or of the free plan if it is flagged. Null if its plan has
 * none.
 */
export const getPlanLimits = (
  config: Pick<Config, 'freeLimits'>,
  school: (SchoolPlan & Pick<School, 'plan_limits'>) | null,
) => school && (school.plan_limits ?? (isFlagged(planStatus(school)) ? config.freeLimits : null))

/** What `isFlagged` needs of a school. */
export const planStatus = ({ plan_name, created_at, reseller_root_domain }: SchoolPlan) => ({
  plan_name,
  created_at,
  has_reseller: reseller_root_domain !== null,
})

/** Refuses another student beyond the plan limit. */
export async function ensureStudentSeat(ctx: Ctx) {
  const limits = getPlanLimits(ctx.config, ctx.school)
  if (!limits) return
  await holdPlaces(ctx)
  if ((await countStudents(ctx, limits.students)) >= limits.students)
    throw new Refusal('plan_student_limit_reached')
}

/** Returns the number of further students that the plan permits; null if unlimited. */
export async function remainingStudentSeats(ctx: Pick<Ctx, 'tx' | 'school_id' | 'school' | 'config'>) {
  const limits = getPlanLimits(ctx.config, ctx.school)
  return limits && limits.students - (await countStudents(ctx, limits.students))
}

/** Locks until commit, so that of two requests for the last seat the second finds it taken. */
const holdPlaces = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Stops at `most`, so that the cost does not depend on the size of the school. */
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

/** Bytes of all files that count towards the school's storage limit. */
export async function getStorageUsed({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) {
  const row = await tx
    .selectFrom('upload_usage')
    .where('school_id', '=', school_id)
    .where('quota_owner_id', '=', school_id)
    .select('bytes')
    .executeTakeFirst()
  return row?.bytes ?? 0
}
