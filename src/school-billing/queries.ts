import type { Selectable } from 'kysely'
import { countStudents } from '#plans/index.ts'
import type { SchoolBilling } from '#platform/database/database-types.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

export type BillingRow = Selectable<SchoolBilling>
type Reach = Pick<Ctx, 'tx' | 'school_id'>

export const findBilling = ({ tx, school_id }: Reach): Promise<BillingRow | undefined> =>
  tx.selectFrom('school_billing').where('school_id', '=', school_id).selectAll().executeTakeFirst()

/** The row of the school, locked until the commit; a new one if there is none. */
export async function lockBilling({ tx, school_id, now }: Reach & Pick<Ctx, 'now'>): Promise<BillingRow> {
  await tx
    .insertInto('school_billing')
    .values({ school_id, created_at: now, updated_at: now })
    .onConflict((oc) => oc.column('school_id').doNothing())
    .execute()
  return tx
    .selectFrom('school_billing')
    .where('school_id', '=', school_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const updateBilling = ({ tx, school_id, now }: Ctx, change: Partial<BillingRow>) =>
  tx
    .updateTable('school_billing')
    .set({ ...change, updated_at: now })
    .where('school_id', '=', school_id)
    .execute()

/** The school of a customer at Stripe; undefined for a customer that is no school. */
export const findSchoolOfCustomer = ({ tx }: Pick<Ctx, 'tx'>, customer_id: string) =>
  tx
    .selectFrom('school_billing')
    .where('customer_id', '=', customer_id)
    .select('school_id')
    .executeTakeFirst()

/** Whether the school has more students than a number of seats. */
export const exceedsSeats = async (reach: Reach, quantity: number) =>
  (await countStudents(reach, quantity + 1)) > quantity

/** The billing of all schools, for the console's list. */
export const selectBillingOfSchools = ({ tx }: Pick<Ctx, 'tx'>) =>
  tx
    .selectFrom('school_billing as b')
    .select(['b.school_id', 'b.status', 'b.plan', 'b.billing_interval', 'b.quantity', 'b.unit_amount'])
    .select(['b.currency', 'b.cancel_at_period_end', 'b.period_end', 'b.past_due_since', 'b.created_at'])
    .select(['b.last_invoice_at', 'b.last_invoice_status', 'b.last_invoice_total'])
