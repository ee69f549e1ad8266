import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/**
 * Counts a paid order at the offers that its buyer saw, and at those that the buyer took. The caller has locked the order, and calls
 * this once for it.
 */
export async function countBumps(
  { tx, school_id }: Ctx,
  order_id: string,
  lines: readonly { bump_id: string | null }[],
): Promise<void> {
  const { offered_bump_ids: offered } = await tx
    .selectFrom('orders')
    .where('school_id', '=', school_id)
    .where('id', '=', order_id)
    .select('offered_bump_ids')
    .executeTakeFirstOrThrow()
  if (offered.length === 0) return
  const accepted = lines.flatMap(({ bump_id }) => bump_id ?? [])
  // In one order, so that payments of other orders with the same offers do not wait for each other in a circle.
  const locked = await tx
    .selectFrom('bump_offers')
    .where('school_id', '=', school_id)
    .where('id', 'in', offered)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of locked)
    await tx
      .updateTable('bump_offers')
      .set({
        offered_count: sql`offered_count + 1`,
        accepted_count: sql`accepted_count + ${accepted.includes(id) ? 1 : 0}`,
      })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
}

interface BumpFigures {
  bump_id: string
  sales: number
  refunds: number
  disputes: number
}

/** Adds what a journal means for lines of offers to the sums of their offers. */
export async function addBumpRevenue(
  { tx, school_id }: Ctx,
  currency: string,
  figures: readonly BumpFigures[],
): Promise<void> {
  if (figures.length === 0) return
  const rows = figures
    .map(({ bump_id, sales, refunds, disputes }) => ({
      school_id,
      bump_id,
      currency,
      sales,
      refunds,
      disputes,
    }))
    .toSorted((one, other) => (one.bump_id < other.bump_id ? -1 : 1))
  for (const row of rows)
    await tx
      .insertInto('bump_revenue')
      .values(row)
      .onConflict((oc) =>
        oc.columns(['school_id', 'bump_id', 'currency']).doUpdateSet({
          sales: sql`bump_revenue.sales + excluded.sales`,
          refunds: sql`bump_revenue.refunds + excluded.refunds`,
          disputes: sql`bump_revenue.disputes + excluded.disputes`,
        }),
      )
      .execute()
}
