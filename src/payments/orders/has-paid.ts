import type { Ctx } from '#tenancy/context/request-context.ts'

/** Whether a person has paid for an order of this school, also one that was refunded later. */
export async function hasPaid({ tx, school_id }: Ctx, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .where('school_id', '=', school_id)
    .where('buyer_id', '=', user_id)
    .where('paid_amount', '>', 0)
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
