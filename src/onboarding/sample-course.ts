import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteCourse, unmarkSample } from '#courses/index.ts'
import { createCourseFromDocument, parseDocument } from '#import-export/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/**
 * Adds a private course of two short lessons in the school's language, marked as sample; at most one per school.
 */
export async function addSampleCourse(ctx: Ctx) {
  const { tx, school_id } = ctx
  // Locks the school, so that the second of two concurrent calls finds the first one's course.
  await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .execute()
  const there = await sampleOf(ctx)
  if (there) return { course_id: there.id }
  const document = documentIn(ctx.school?.language ?? 'en')
  const made = await createCourseFromDocument(ctx, document, {
    media: new Map(),
    overrides: { is_sample: true },
  })
  await ctx.audit('course.created', ['course', made.id], { course_name: made.course_name, sample: true })
  return { course_id: made.id }
}

/** Deletes the sample like any course: it can be restored. */
export async function deleteSampleCourse(ctx: Ctx) {
  const { id } = ensureFound(await sampleOf(ctx))
  return deleteCourse(ctx, { id })
}

export async function keepSampleCourse(ctx: Ctx) {
  const { id } = ensureFound(await sampleOf(ctx))
  await unmarkSample(ctx, id)
  await ctx.audit('course.sample_kept', ['course', id])
  return { course_id: id }
}

const sampleOf = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('is_sample', '=', true)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()

/** English if the sample is not translated into the school's language. */
function documentIn(language: string) {
  const translated = join(import.meta.dirname, 'sample', `${language}.json`)
  const file = existsSync(translated) ? translated : join(import.meta.dirname, 'sample', 'en.json')
  const { document, errors } = parseDocument(JSON.parse(readFileSync(file, 'utf8')))
  if (!document) throw new Error(`${file}: ${JSON.stringify(errors)}`)
  return document
}
