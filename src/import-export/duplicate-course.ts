import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import { lockFiles } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { courseToDocument } from './documents/course-to-document.ts'
import { createCourseFromDocument } from './documents/create-course-from-document.ts'
import { findCourseForCopying } from './queries.ts'
import { defaultTeacher, schoolTimeZone } from './course-defaults.ts'
import { applyDateShift } from './documents/shift-dates.ts'

/**
 * Duplicates a course as private and without students. Both courses share the files; the copy of a mirror is a
 * mirror.
 */
export async function duplicateCourse(ctx: Ctx, input: Input<typeof contract.duplicateCourse>) {
  const course = await findCourseForCopying(ctx, input.id)
  const { document, files, contents } = await courseToDocument(ctx, course)
  const media = new Map([...files].map(([name, file]) => [name, file.id]))
  await lockFiles(ctx, [...media.values()])
  const saved = await createCourseFromDocument(ctx, applyDateShift(document, input, schoolTimeZone(ctx)), {
    media,
    originals: contents,
    course_name: input.course_name,
    category_id: course.category_id,
    course_teacher_id: defaultTeacher(ctx) ?? course.course_teacher_id,
    course_template_id: course.course_template_id,
    similar_courses: course.similar_courses as string[],
    mirror_course_id: course.mirror_course_id,
    overrides: { faculty_id: course.faculty_id, department_id: course.department_id },
    end_of_course_content_id: course.mirror_course_id ? course.end_of_course_content_id : null,
  })
  await ctx.audit('course.duplicated', ['course', saved.id], { from: course.id })
  return saved
}
