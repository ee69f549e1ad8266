import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import { updatePreviewImage } from '#schools/index.ts'
import { isMirrored } from './ensure-references.ts'
import type * as contract from '../contract.ts'
import { mayEditCourse } from '../policy.ts'
import { publishCourseEvent } from './publish-course-event.ts'
import { lockCourse, lockCourses } from '../queries.ts'
import { courseEditorView } from './course-editor-view.ts'

/** Marks the course as deleted, so that it can be restored with its students' progress. */
export async function deleteCourse(ctx: Ctx, { id }: Input<typeof contract.deleteCourse>) {
  await lockCourses(ctx, [id])
  const course = await lockCourse(ctx, id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  if (await isMirrored(ctx.tx, ctx.school_id, id)) throw new Refusal('course_is_mirrored')
  await setDeleted(ctx, id, ctx.now)
  await ctx.audit('course.deleted', ['course', id], { course_name: course.course_name })
  await publishCourseEvent(ctx, course, { what: 'deleted', wasPublic: course.course_is_public })
  return okReply
}

export async function restoreCourse(ctx: Ctx, { id }: Input<typeof contract.restoreCourse>) {
  await lockCourses(ctx, [id])
  const course = await lockCourse(ctx, id, { deleted: true })
  ensureAllowed(mayEditCourse(ctx.actor, course))
  // A restored sample becomes an ordinary course, because there may be another sample.
  await ctx.tx
    .updateTable('courses')
    .set({ is_sample: false })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  await setDeleted(ctx, id, null)
  await ctx.audit('course.restored', ['course', id], { course_name: course.course_name })
  await publishCourseEvent(ctx, course, { what: 'restored', wasPublic: course.course_is_public })
  return courseEditorView(ctx, id)
}

async function setDeleted(ctx: Ctx, id: string, deleted_at: Date | null) {
  const { tx, school_id } = ctx
  await tx
    .updateTable('courses')
    .set({ deleted_at })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await updatePreviewImage(ctx)
  ctx.invalidateSchool()
}
