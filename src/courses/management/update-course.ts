import { auditedChange } from '#tenancy/audit/audited-change.ts'
import { placeCourse } from '#faculties/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { showPreview } from '#schools/index.ts'
import { calendlyLink, ensureReferences } from './ensure-references.ts'
import type * as contract from '../contract.ts'
import { courseColumns, ensureCourseRules } from './course-columns.ts'
import { ensureUnchanged } from '../ensure-unchanged.ts'
import { courseUpdated } from '../events.ts'
import { nextInstant } from '../next-updated-at.ts'
import { mayEditCourse } from '../policy.ts'
import { publishCourse } from './publish-course-event.ts'
import { courseForEditing, lockCourses, type EditedCourse } from '../queries.ts'
import { savedCourse } from './saved-course.ts'
import { searchVector } from '../catalogue/search-vector.ts'

/** What decides which picture stands for the school where people look for one. */
const previewFields = ['find_school_preview_image', 'course_isPublic', 'is_hidden'] as const

export async function updateCourse(
  ctx: Ctx,
  { id, updated_at: seen, ...given }: Input<typeof contract.updateCourse>,
) {
  await lockCourses(ctx, [id, ...(given.mirror_course_id ? [given.mirror_course_id] : [])])
  const course = await courseForEditing(ctx, id)
  ensure(mayEditCourse(ctx.actor, course))
  ensureUnchanged(course, seen)

  if (given.course_calendly_link !== undefined)
    given.course_calendly_link = calendlyLink(given.course_calendly_link)
  await ensureReferences(ctx, given, course)
  Object.assign(given, await placeCourse(ctx, given, course))
  const columns = courseColumns(given)
  const { tiering_prices, similar_courses: _s, course_requirements: _q, course_reviews: _r, ...plain } = given
  ensureCourseRules({
    ...course,
    ...plain,
    ...(columns as Pick<EditedCourse, 'course_start_date' | 'course_end_date'>),
    tiering_prices: tiering_prices ?? course.tiering_prices,
  })
  await saveCourse(ctx, course, columns)
  await ctx.audit('course.updated', ['course', id], auditedChange(course, given))
  const saved = await savedCourse(ctx, id)
  if (previewFields.some((name) => given[name] !== undefined)) await showPreview(ctx)
  await ctx.emit(courseUpdated, { before: course, course: saved })
  return saved
}

/** Writes columns of a course that is locked, and its search words with them. */
export async function saveCourse(ctx: Ctx, course: EditedCourse, columns: ReturnType<typeof courseColumns>) {
  const { tx, school_id, actor, now } = ctx
  await tx
    .updateTable('courses')
    .set({
      ...columns,
      search: searchVector({ ...course, ...(columns as object) }),
      updated_at: nextInstant(now, course.updated_at),
      updated_by: actor.id,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', course.id)
    .execute()
  if (course.course_is_public || columns.course_is_public) ctx.schoolChanged()
  await publishCourse(
    ctx,
    { ...course, ...(columns as object) },
    { what: 'updated', fields: Object.keys(columns), wasPublic: course.course_is_public },
  )
}
