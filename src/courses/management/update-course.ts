import { auditChange } from '#tenancy/audit/audit-change.ts'
import { resolveCourseDepartment } from '#faculties/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { updatePreviewImage } from '#schools/index.ts'
import { normalizeCalendlyLink, validateReferences } from './ensure-references.ts'
import type * as contract from '../contract.ts'
import { courseColumnsFrom, validateCourseRules, validateSale } from './course-columns-from.ts'
import { ensureUnchanged } from '../ensure-unchanged.ts'
import { courseUpdated } from '../events.ts'
import { nextUpdatedAt } from '../next-updated-at.ts'
import { mayEditCourse } from '../policy.ts'
import { ensureMayPublish } from '../publishing/check-publishing.ts'
import { publishCourseEvent } from './publish-course-event.ts'
import { lockCourse, lockCourses, type EditedCourse } from '../queries.ts'
import { courseEditorView } from './course-editor-view.ts'
import { courseSearchVector } from '../catalogue/course-search-vector.ts'

/** Fields that decide the school's image in find-school. */
const previewFields = ['find_school_preview_image', 'course_isPublic', 'is_hidden'] as const

export async function updateCourse(
  ctx: Ctx,
  { id, updated_at: expectedUpdatedAt, ...given }: Input<typeof contract.updateCourse>,
) {
  await lockCourses(ctx, [id, ...(given.mirror_course_id ? [given.mirror_course_id] : [])])
  const course = await lockCourse(ctx, id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  ensureUnchanged(course, expectedUpdatedAt)

  if (given.course_calendly_link !== undefined)
    given.course_calendly_link = normalizeCalendlyLink(given.course_calendly_link)
  await validateReferences(ctx, given, course)
  Object.assign(given, await resolveCourseDepartment(ctx, given, course))
  const columns = courseColumnsFrom(given)
  // Lists are columns of JSON: `columns` contains them.
  const {
    tiering_prices,
    sale_tiering_prices,
    similar_courses: _s,
    course_requirements: _q,
    course_reviews: _r,
    course_questions: _c,
    ...plain
  } = given
  const next = {
    ...course,
    ...plain,
    ...(columns as Pick<EditedCourse, 'course_start_date' | 'course_end_date'>),
    tiering_prices: tiering_prices ?? course.tiering_prices,
    sale_tiering_prices: sale_tiering_prices ?? course.sale_tiering_prices,
  }
  validateCourseRules(next)
  validateSale(next, given)
  if (given.course_isPublic && !course.course_is_public)
    await ensureMayPublish(ctx, { ...course, ...(columns as object) })
  await updateCourseRow(ctx, course, columns)
  await ctx.audit('course.updated', ['course', id], auditChange(course, given))
  const saved = await courseEditorView(ctx, id)
  if (previewFields.some((name) => given[name] !== undefined)) await updatePreviewImage(ctx)
  await ctx.emit(courseUpdated, { before: course, course: saved })
  return saved
}

/** Writes columns of a locked course, with its search column. */
export async function updateCourseRow(
  ctx: Ctx,
  course: EditedCourse,
  columns: ReturnType<typeof courseColumnsFrom>,
) {
  const { tx, school_id, actor, now } = ctx
  await tx
    .updateTable('courses')
    .set({
      ...columns,
      search: courseSearchVector({ ...course, ...(columns as object) }),
      updated_at: nextUpdatedAt(now, course.updated_at),
      updated_by: actor.id,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', course.id)
    .execute()
  if (course.course_is_public || columns.course_is_public) ctx.invalidateSchool()
  await publishCourseEvent(
    ctx,
    { ...course, ...(columns as object) },
    { what: 'updated', fields: Object.keys(columns), wasPublic: course.course_is_public },
  )
}
