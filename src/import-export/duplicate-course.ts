import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import { holdFiles } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { describeCourse } from './documents/describe-course.ts'
import { makeCourse } from './documents/create-course-from-document.ts'
import { courseForCopying } from './queries.ts'
import { teacherOf, timeZoneOf } from './course-defaults.ts'
import { withDates } from './documents/shift-dates.ts'

/** The same course again, private and without students. Both show the same files; a mirror's copy mirrors too. */
export async function duplicateCourse(ctx: Ctx, input: Input<typeof contract.duplicateCourse>) {
  const course = await courseForCopying(ctx, input.id)
  const { document, files } = await describeCourse(ctx, course)
  const media = new Map([...files].map(([name, file]) => [name, file.id]))
  await holdFiles(ctx, [...media.values()])
  const saved = await makeCourse(ctx, withDates(document, input, timeZoneOf(ctx)), {
    media,
    course_name: input.course_name,
    category_id: course.category_id,
    course_teacher_id: teacherOf(ctx) ?? course.course_teacher_id,
    course_template_id: course.course_template_id,
    similar_courses: course.similar_courses as string[],
    mirror_course_id: course.mirror_course_id,
    over: { faculty_id: course.faculty_id, department_id: course.department_id },
    end_of_course_content_id: course.mirror_course_id ? course.end_of_course_content_id : null,
  })
  await ctx.audit('course.duplicated', ['course', saved.id], { from: course.id })
  return saved
}
