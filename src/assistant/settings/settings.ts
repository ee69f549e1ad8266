import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { getUsage, schoolTotalUserId } from '../endpoint/budget.ts'
import type * as contract from '../contract.ts'
import { personalChoices } from './personal-choices.ts'

const usual = { is_on: true, uses_endpoint: true, student_daily_questions: null as number | null }

/** Settings of the school; defaults if there is no row. */
export async function getSchoolAssistantSettings({ tx, school_id }: Ctx) {
  const row = await tx
    .selectFrom('assistant_settings')
    .where('school_id', '=', school_id)
    .select(['is_on', 'uses_endpoint', 'student_daily_questions'])
    .executeTakeFirst()
  return row ?? usual
}

export type SchoolAssistantSettings = Awaited<ReturnType<typeof getSchoolAssistantSettings>>

/** The same, combined with the settings of the course and the person. */
export async function getCourseAssistantSettings(ctx: Ctx, course_id: string) {
  const { tx, school_id } = ctx
  const course = await tx
    .selectFrom('assistant_course_settings')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select('is_on')
    .executeTakeFirst()
  const [school, own] = [await getSchoolAssistantSettings(ctx), await personalChoices(ctx)]
  return {
    ...school,
    is_on_in_course: course?.is_on ?? true,
    is_opted_out: !own.is_on,
    uses_endpoint: school.uses_endpoint && own.uses_endpoint,
  }
}

export type CourseAssistantSettings = Awaited<ReturnType<typeof getCourseAssistantSettings>>

export async function getAssistantSettings(ctx: Ctx): Promise<Reply<typeof contract.getAssistantSettings>> {
  const { endpoint, retentionDays, ...limits } = ctx.config.assistant
  return {
    ...(await getSchoolAssistantSettings(ctx)),
    has_endpoint: endpoint !== null,
    limits: {
      student_questions: limits.studentQuestions,
      school_questions: limits.schoolQuestions,
      student_tokens: limits.studentTokens,
      school_tokens: limits.schoolTokens,
    },
    used_today: await getUsage(ctx, schoolTotalUserId),
    keep_days: retentionDays,
  }
}

export async function updateAssistantSettings(
  ctx: Ctx,
  change: Input<typeof contract.updateAssistantSettings>,
) {
  const { tx, school_id, now } = ctx
  if (Object.keys(change).length > 0) {
    await tx
      .insertInto('assistant_settings')
      .values({ ...change, school_id, updated_at: now })
      .onConflict((oc) => oc.column('school_id').doUpdateSet({ ...change, updated_at: now }))
      .execute()
    await ctx.audit('assistant.settings_updated', ['school', school_id], change)
  }
  return getAssistantSettings(ctx)
}
