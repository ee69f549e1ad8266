import { sql } from 'kysely'
import { firstFreeSlug } from '#categories/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { mayReorder } from './policy.ts'
import {
  selectFacultiesWithCounts,
  lockFaculties,
  translateUniqueViolation,
  attachDepartments,
} from './queries.ts'

export async function updateFaculty(
  ctx: Ctx,
  { faculty_id, ...given }: Input<typeof contract.updateFaculty>,
): Promise<Reply<typeof contract.updateFaculty>> {
  const { tx, school_id } = ctx
  const all = await lockFaculties(ctx)
  const before = ensureFound(all.find((faculty) => faculty.id === faculty_id))
  const name = given.name.trim()
  const others = all.filter((faculty) => faculty !== before)
  const slug = firstFreeSlug(name, new Set(others.map((other) => other.slug)))
  try {
    await tx
      .updateTable('faculties')
      .set({ name, slug })
      .where('school_id', '=', school_id)
      .where('id', '=', faculty_id)
      .execute()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
  await ctx.audit('faculty.renamed', ['faculty', faculty_id], { from: before.name, to: name })
  ctx.invalidateSchool()
  const rows = await selectFacultiesWithCounts(ctx).where('f.id', '=', faculty_id).execute()
  return ensureFound((await attachDepartments(ctx, rows))[0])
}

export async function reorderFaculties(ctx: Ctx, { ids }: Input<typeof contract.reorderFaculties>) {
  const { tx, school_id } = ctx
  const all = await lockFaculties(ctx)
  ensureAllowed(
    mayReorder(
      'faculty',
      all.map((faculty) => faculty.id),
      ids,
    ),
  )
  const positionOf = sql<number>`array_position(${ids}::uuid[], id) - 1`
  await tx.updateTable('faculties').set({ position: positionOf }).where('school_id', '=', school_id).execute()
  await ctx.audit('faculty.reordered', ['school', school_id], { ids })
  ctx.invalidateSchool()
  return okReply
}
