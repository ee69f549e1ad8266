import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { usageOf, wholeSchool } from '../endpoint/budget.ts'
import type * as contract from '../contract.ts'
import { choicesOf } from './personal-choices.ts'

const usual = { is_on: true, uses_endpoint: true, student_daily_questions: null as number | null }

/** As the school has set it; no row is as usual. */
export async function schoolSettings({ tx, school_id }: Ctx) {
  const row = await tx
    .selectFrom('assistant_settings')
    .where('school_id', '=', school_id)
    .select(['is_on', 'uses_endpoint', 'student_daily_questions'])
    .executeTakeFirst()
  return row ?? usual
}

export type SchoolSettings = Awaited<ReturnType<typeof schoolSettings>>

/** The same with what holds for one course, and for whoever asks. */
export async function settingsFor(ctx: Ctx, course_id: string) {
  const { tx, school_id } = ctx
  const course = await tx
    .selectFrom('assistant_course_settings')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select('is_on')
    .executeTakeFirst()
  const [school, own] = [await schoolSettings(ctx), await choicesOf(ctx)]
  return {
    ...school,
    is_on_in_course: course?.is_on ?? true,
    is_opted_out: !own.is_on,
    uses_endpoint: school.uses_endpoint && own.uses_endpoint,
  }
}

export type CourseSettings = Awaited<ReturnType<typeof settingsFor>>

export async function getAssistantSettings(ctx: Ctx): Promise<Reply<typeof contract.getAssistantSettings>> {
  const { endpoint, keepDays, ...most } = ctx.config.assistant
  return {
    ...(await schoolSettings(ctx)),
    has_endpoint: endpoint !== null,
    most: {
      student_questions: most.studentQuestions,
      school_questions: most.schoolQuestions,
      student_tokens: most.studentTokens,
      school_tokens: most.schoolTokens,
    },
    used_today: await usageOf(ctx, wholeSchool),
    keep_days: keepDays,
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
    await ctx.audit('assistant.settings_changed', ['school', school_id], change)
  }
  return getAssistantSettings(ctx)
}
