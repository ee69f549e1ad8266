import type { createCourse as createCourseContract } from '#courses/contract.ts'
import {
  courseColumns,
  createCourse,
  ensureReferences,
  ensureSchoolNo,
  type NewCourse,
} from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, refuseField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { holdFiles } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import type { CourseDocument } from '../documents/course-document.ts'
import { fillVariables } from '../documents/fill-variables.ts'
import { makeCourse } from '../documents/create-course-from-document.ts'
import { withDates, type DateWish } from '../documents/shift-dates.ts'
import { teacherOf, timeZoneOf } from '../course-defaults.ts'
import { templateById } from './templates.ts'

export const createFromTemplate = (ctx: Ctx, { id, ...wish }: Input<typeof contract.createFromTemplate>) =>
  makeFromTemplate(ctx, id, wish)

/** An empty course, or where a template is named the template's course with what else was given on top. */
export async function createCourseOfAnyKind(ctx: Ctx, input: Input<typeof createCourseContract>) {
  const { school_id: _named, school_no, course_template_id, ...given } = input
  if (!course_template_id) return createCourse(ctx, input)
  await ensureSchoolNo(ctx, school_no)
  await ensureReferences(ctx, given, null)
  const over = courseColumns(given) as Partial<NewCourse>
  return makeFromTemplate(ctx, course_template_id, { course_name: given.course_name, over }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found')
        refuseField('course_template_id', 'template_unknown', 'There is no such template.')
      throw error
    },
  )
}

interface Wish extends DateWish {
  course_name: string
  over?: Partial<NewCourse>
}

/** A private course as the template describes it, with the variables filled in and the dates moved. */
async function makeFromTemplate(ctx: Ctx, template_id: string, wish: Wish) {
  const { document, media } = await templateById(ctx, template_id)
  await holdFiles(ctx, [...media.values()])
  const dated = withDates(document, wish, timeZoneOf(ctx))
  const filled = fillVariables(dated, {
    course_name: wish.course_name.trim(),
    teacher: ctx.actor.role === 'teacher' ? ctx.actor.name : null,
    start_date: startOf(ctx, dated),
  })
  const saved = await makeCourse(ctx, filled, {
    media,
    course_name: wish.course_name,
    course_teacher_id: teacherOf(ctx),
    course_template_id: template_id,
    ...(wish.over && { over: { ...wish.over, course_name: wish.course_name.trim() } }),
  })
  await ctx.audit('course.created', ['course', saved.id], { course_name: saved.course_name, template_id })
  return saved
}

/** The first day as people of this school write it. */
function startOf(ctx: Ctx, { course }: CourseDocument) {
  if (course.course_start_date === null) return null
  const format = new Intl.DateTimeFormat(ctx.school?.language ?? 'en', {
    dateStyle: 'long',
    timeZone: timeZoneOf(ctx),
  })
  return format.format(new Date(course.course_start_date))
}
