import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { leaveCategory } from './leave-category.ts'
import { mayReorder } from './policy.ts'
import { selectCategoriesForStaff, lockCategories, uniqueSlug, translateUniqueViolation } from './queries.ts'

export async function updateCategory(
  ctx: Ctx,
  { id, name }: Input<typeof contract.updateCategory>,
): Promise<Reply<typeof contract.updateCategory>> {
  const { tx, school_id } = ctx
  const all = await lockCategories(ctx)
  const before = ensureFound(all.find((category) => category.id === id))
  const slug = uniqueSlug(
    all.filter((category) => category.id !== id),
    name,
  )
  try {
    await tx
      .updateTable('categories')
      .set({ name: name.trim(), slug })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
  await ctx.audit('category.renamed', ['category', id], { from: before.name, to: name.trim() })
  ctx.invalidateSchool()
  return selectCategoriesForStaff(ctx).where('c.id', '=', id).executeTakeFirstOrThrow()
}

/** Its courses stay reachable by their links and are shown without a category. */
export async function deleteCategory(ctx: Ctx, { id }: Input<typeof contract.deleteCategory>) {
  const { tx, school_id } = ctx
  await lockCategories(ctx)
  // Waits for transactions that add a course to it, so that the next statement sees that course.
  const category = ensureFound(
    await tx
      .selectFrom('categories')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select('name')
      .forUpdate()
      .executeTakeFirst(),
  )
  const courses = await ctx.reactions.slot(leaveCategory)(ctx, id)
  await tx.deleteFrom('categories').where('school_id', '=', school_id).where('id', '=', id).execute()
  await ctx.audit('category.deleted', ['category', id], { name: category.name, courses })
  ctx.invalidateSchool()
  return okReply
}

export async function reorderCategories(ctx: Ctx, { ids }: Input<typeof contract.reorderCategories>) {
  const { tx, school_id } = ctx
  const all = await lockCategories(ctx)
  ensureAllowed(
    mayReorder(
      all.map((category) => category.id),
      ids,
    ),
  )
  const positionOf = sql<number>`array_position(${ids}::uuid[], id) - 1`
  await tx
    .updateTable('categories')
    .set({ position: positionOf })
    .where('school_id', '=', school_id)
    .execute()
  await ctx.audit('category.reordered', ['school', school_id], { ids })
  ctx.invalidateSchool()
  return okReply
}
