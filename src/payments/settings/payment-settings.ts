import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'

type Settings = Reply<typeof contract.getPaymentSettings>

const initialSettings: Settings = { dispute_access: 'keep' }

/** How the school handles payments; a school without a row has the defaults. */
export async function getPaymentSettings({ tx, school_id }: Ctx): Promise<Settings> {
  const row = await tx
    .selectFrom('payment_settings')
    .where('school_id', '=', school_id)
    .select('dispute_access')
    .executeTakeFirst()
  // A check constraint limits it to the values of the contract.
  return row ? { dispute_access: row.dispute_access as Settings['dispute_access'] } : initialSettings
}

export async function updatePaymentSettings(
  ctx: Ctx,
  { dispute_access }: Input<typeof contract.updatePaymentSettings>,
): Promise<Settings> {
  const { tx, school_id, now } = ctx
  const before = await getPaymentSettings(ctx)
  await tx
    .insertInto('payment_settings')
    .values({ school_id, dispute_access, updated_at: now })
    .onConflict((oc) => oc.column('school_id').doUpdateSet({ dispute_access, updated_at: now }))
    .execute()
  if (before.dispute_access !== dispute_access)
    await ctx.audit('payment_settings.updated', ['school', school_id], {
      dispute_access: [before.dispute_access, dispute_access],
    })
  return getPaymentSettings(ctx)
}
