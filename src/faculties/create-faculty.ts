import { freeSlug } from '#categories/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { mayAddFaculty } from './policy.ts'
import { holdFaculties, takenBy } from './queries.ts'

/** Adds a faculty behind the others. */
export async function createFaculty(
  ctx: Ctx,
  input: Input<typeof contract.createFaculty>,
): Promise<Reply<typeof contract.createFaculty>> {
  const { tx, school_id, now } = ctx
  const others = await holdFaculties(ctx)
  ensure(mayAddFaculty(others.length))
  const name = input.name.trim()
  const faculty = {
    id: newId(),
    name,
    slug: freeSlug(name, new Set(others.map((other) => other.slug))),
    position: Math.max(-1, ...others.map((other) => other.position)) + 1,
    created_at: now,
  }
  try {
    await tx
      .insertInto('faculties')
      .values({ ...faculty, school_id })
      .execute()
  } catch (error) {
    throw takenBy(error)
  }
  await ctx.audit('faculty.created', ['faculty', faculty.id], { name })
  ctx.schoolChanged()
  return { ...faculty, departments: [], course_count: 0, student_count: 0, staff_count: 0 }
}
