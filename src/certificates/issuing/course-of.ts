import { getCourseRules } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findTemplate } from '../templates/template-queries.ts'

interface Requested {
  certificate_id?: string | null | undefined
  course_id?: string | null | undefined
  course_name?: string | null | undefined
}

/** The template and the course that a new certificate names. Refuses a course that does not exist. */
export async function templateAndCourse(ctx: Ctx, { certificate_id, course_id, course_name }: Requested) {
  const template = await findTemplate(ctx, {
    certificate_id: certificate_id ?? null,
    course_id: course_id ?? null,
  })
  const id = course_id ?? template.course_id
  const course = id ? await getCourseRules(ctx, id) : null
  return {
    template,
    course_id: course?.id ?? null,
    course_name: (course_name?.trim() || template.content.course_name || course?.course_name || '').normalize(
      'NFC',
    ),
  }
}
