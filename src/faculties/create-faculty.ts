import { firstFreeSlug } from '#categories/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { mayAddFaculty } from './policy.ts'
import { lockFaculties, translateUniqueViolation } from './queries.ts'

/** Appends a faculty. */
export async function createFaculty(
  ctx: Ctx,
  input: Input<typeof contract.createFaculty>,
): Promise<Reply<typeof contract.createFaculty>> {
  const { tx, school_id, now } = ctx
  const others = await lockFaculties(ctx)
  ensureAllowed(mayAddFaculty(others.length))
  const name = input.name.trim()
  const faculty = {
    id: newId(),
    name,
    slug: firstFreeSlug(name, new Set(others.map((other) => other.slug))),
    position: Math.max(-1, ...others.map((other) => other.position)) + 1,
    created_at: now,
  }
  try {
    await tx
      .insertInto('faculties')
      .values({ ...faculty, school_id })
      .execute()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
  await ctx.audit('faculty.created', ['faculty', faculty.id], { name })
  ctx.invalidateSchool()
  return { ...faculty, departments: [], course_count: 0, student_count: 0, staff_count: 0 }
}
