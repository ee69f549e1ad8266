import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { mayAddCategory } from './policy.ts'
import { lockCategories, uniqueSlug, translateUniqueViolation } from './queries.ts'

export async function createCategory(
  ctx: Ctx,
  input: Input<typeof contract.createCategory>,
): Promise<Reply<typeof contract.createCategory>> {
  const category = await insertCategory(ctx, input.name)
  await ctx.audit('category.created', ['category', category.id], { name: category.name })
  return { ...category, course_count: 0 }
}

/** Appends a category. */
export async function insertCategory(ctx: Ctx, name: string) {
  const { tx, school_id, now } = ctx
  const others = await lockCategories(ctx)
  ensureAllowed(mayAddCategory(others.length))
  ctx.invalidateSchool()
  const position = Math.max(-1, ...others.map((other) => other.position)) + 1
  const values = {
    school_id,
    id: newId(),
    name: name.trim(),
    slug: uniqueSlug(others, name),
    position,
    created_at: now,
  }
  try {
    return await tx.insertInto('categories').values(values).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
}
