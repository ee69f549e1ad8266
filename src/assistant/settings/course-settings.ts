import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getCourse } from '../queries.ts'
import { getCourseAssistantSettings } from './settings.ts'

export async function getCourseAssistant(ctx: Ctx, { course_id }: Input<typeof contract.getCourseAssistant>) {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourse(ctx, course_id)))
  const { is_on, is_on_in_course } = await getCourseAssistantSettings(ctx, course_id)
  return { is_on: is_on_in_course, is_on_in_school: is_on }
}

export async function updateCourseAssistant(
  ctx: Ctx,
  { course_id, is_on }: Input<typeof contract.updateCourseAssistant>,
) {
  const { tx, school_id, now } = ctx
  ensureAllowed(mayEditCourse(ctx.actor, await getCourse(ctx, course_id)))
  await tx
    .insertInto('assistant_course_settings')
    .values({ school_id, course_id, is_on, updated_at: now })
    .onConflict((oc) => oc.columns(['school_id', 'course_id']).doUpdateSet({ is_on, updated_at: now }))
    .execute()
  await ctx.audit('assistant.course_settings_updated', ['course', course_id], { is_on })
  return getCourseAssistant(ctx, { course_id })
}
