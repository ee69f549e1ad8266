import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, found } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { leaveCategory } from './leave-category.ts'
import { mayReorder } from './policy.ts'
import { categoriesForStaff, holdCategories, slugAmong, takenBy } from './queries.ts'

export async function updateCategory(
  ctx: Ctx,
  { id, name }: Input<typeof contract.updateCategory>,
): Promise<Reply<typeof contract.updateCategory>> {
  const { tx, school_id } = ctx
  const all = await holdCategories(ctx)
  const before = found(all.find((category) => category.id === id))
  const slug = slugAmong(
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
    throw takenBy(error)
  }
  await ctx.audit('category.renamed', ['category', id], { from: before.name, to: name.trim() })
  ctx.schoolChanged()
  return categoriesForStaff(ctx).where('c.id', '=', id).executeTakeFirstOrThrow()
}

/** Its courses stay where they are reached by their links, and are shown without a category. */
export async function deleteCategory(ctx: Ctx, { id }: Input<typeof contract.deleteCategory>) {
  const { tx, school_id } = ctx
  await holdCategories(ctx)
  // Waits for whoever is just putting a course into it, so that the next statement finds that course.
  const category = found(
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
  ctx.schoolChanged()
  return done
}

export async function reorderCategories(ctx: Ctx, { ids }: Input<typeof contract.reorderCategories>) {
  const { tx, school_id } = ctx
  const all = await holdCategories(ctx)
  ensure(
    mayReorder(
      all.map((category) => category.id),
      ids,
    ),
  )
  const placeOf = sql<number>`array_position(${ids}::uuid[], id) - 1`
  await tx.updateTable('categories').set({ position: placeOf }).where('school_id', '=', school_id).execute()
  await ctx.audit('category.reordered', ['school', school_id], { ids })
  ctx.schoolChanged()
  return done
}
