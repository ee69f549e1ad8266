import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface SameCertificate {
  template_id: string
  course_id: string | null
  course_name: string
  student_ids: readonly string[]
}

/**
 * Students who have a certificate of this template and course that is valid now, with its id. Lock the counter before, so
 * that nobody issues one in between.
 */
export async function findLiveCertificates(
  { tx, school_id, now }: Ctx,
  { template_id, course_id, course_name, student_ids }: SameCertificate,
): Promise<Map<string, string>> {
  if (student_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('certificates')
    .where('school_id', '=', school_id)
    .where('template_id', '=', template_id)
    .where('student_id', '=', sql<string>`any(${[...student_ids]}::uuid[])`)
    .where('course_id', 'is not distinct from', course_id)
    .$if(course_id === null, (same) => same.where('course_name', '=', course_name))
    .where('state', '=', 'issued')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select(['id', 'student_id'])
    .execute()
  return new Map(rows.map(({ id, student_id }) => [student_id, id]))
}

/** Whether a student has a valid certificate of a course, from any template. */
export async function hasLiveCertificate(
  { tx, school_id, now }: Ctx,
  course_id: string,
  student_id: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('certificates')
    .where('school_id', '=', school_id)
    .where('student_id', '=', student_id)
    .where('course_id', '=', course_id)
    .where('state', '=', 'issued')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
