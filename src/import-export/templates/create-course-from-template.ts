import type { createCourse as createCourseContract } from '#courses/contract.ts'
import {
  courseColumnsFrom,
  createCourse,
  validateReferences,
  ensureSchoolNo,
  type NewCourse,
} from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { lockFiles } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import type { CourseDocument } from '../documents/course-document.ts'
import { fillVariables } from '../documents/fill-variables.ts'
import { createCourseFromDocument } from '../documents/create-course-from-document.ts'
import { applyDateShift, type DateShiftOptions } from '../documents/shift-dates.ts'
import { defaultTeacher, schoolTimeZone } from '../course-defaults.ts'
import { findTemplate } from './templates.ts'

export const createCourseFromTemplate = (
  ctx: Ctx,
  { id, ...options }: Input<typeof contract.createCourseFromTemplate>,
) => makeFromTemplate(ctx, id, options)

/** Creates an empty course, or one from a template with the given fields on top. */
export async function createCourseWithTemplate(ctx: Ctx, input: Input<typeof createCourseContract>) {
  const { school_id: _named, school_no, course_template_id, ...given } = input
  if (!course_template_id) return createCourse(ctx, input)
  await ensureSchoolNo(ctx, school_no)
  await validateReferences(ctx, given, null)
  const overrides = courseColumnsFrom(given) as Partial<NewCourse>
  return makeFromTemplate(ctx, course_template_id, { course_name: given.course_name, overrides }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found')
        refuseInvalidField('course_template_id', 'template_unknown', 'Template not found.')
      throw error
    },
  )
}

interface Wish extends DateShiftOptions {
  course_name: string
  overrides?: Partial<NewCourse>
}

/** Creates a private course from a template, with variables filled in and dates moved. */
async function makeFromTemplate(ctx: Ctx, template_id: string, options: Wish) {
  const { document, media } = await findTemplate(ctx, template_id)
  await lockFiles(ctx, [...media.values()])
  const dated = applyDateShift(document, options, schoolTimeZone(ctx))
  const filled = fillVariables(dated, {
    course_name: options.course_name.trim(),
    teacher: ctx.actor.role === 'teacher' ? ctx.actor.name : null,
    start_date: startOf(ctx, dated),
  })
  const saved = await createCourseFromDocument(ctx, filled, {
    media,
    course_name: options.course_name,
    course_teacher_id: defaultTeacher(ctx),
    course_template_id: template_id,
    ...(options.overrides && {
      overrides: { ...options.overrides, course_name: options.course_name.trim() },
    }),
  })
  await ctx.audit('course.created', ['course', saved.id], { course_name: saved.course_name, template_id })
  return saved
}

/** The first day in the language of the school. */
function startOf(ctx: Ctx, { course }: CourseDocument) {
  if (course.course_start_date === null) return null
  const format = new Intl.DateTimeFormat(ctx.school?.language ?? 'en', {
    dateStyle: 'long',
    timeZone: schoolTimeZone(ctx),
  })
  return format.format(new Date(course.course_start_date))
}
