import { sql } from 'kysely'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'

type Settings = Reply<typeof contract.getBankTransferSettings>
export type BankAccount = Settings['accounts'][number]

const initialSettings: Settings = { is_enabled: false, allows_plans: false, waiting_days: 7, accounts: [] }

/** How the school takes transfers; a school without settings takes none. */
export async function getBankTransferSettings({ tx, school_id }: Ctx): Promise<Settings> {
  const row = await tx
    .selectFrom('bank_transfer_settings')
    .where('school_id', '=', school_id)
    // updateBankTransferSettings writes the accounts.
    .select(['is_enabled', 'allows_plans', 'waiting_days', sql<BankAccount[]>`accounts`.as('accounts')])
    .executeTakeFirst()
  return row ?? initialSettings
}

export async function updateBankTransferSettings(
  ctx: Ctx,
  { is_enabled, allows_plans, waiting_days, accounts }: Input<typeof contract.updateBankTransferSettings>,
): Promise<Settings> {
  if (is_enabled && accounts.length === 0) throw new Refusal('transfer_account_missing')
  const { tx, school_id, now } = ctx
  const stored = JSON.stringify(accounts.map(trimmed))
  const changes = allows_plans === undefined ? {} : { allows_plans }
  const row = { is_enabled, ...changes, waiting_days, accounts: stored, updated_at: now }
  await tx
    .insertInto('bank_transfer_settings')
    .values({ school_id, ...row })
    .onConflict((oc) => oc.column('school_id').doUpdateSet(row))
    .execute()
  await ctx.audit('bank_transfer_settings.updated', ['school', school_id], {})
  ctx.invalidateSchool()
  return getBankTransferSettings(ctx)
}

const trimmed = (account: BankAccount): BankAccount => ({
  currency: account.currency,
  bank_name: account.bank_name.trim(),
  account_name: account.account_name.trim(),
  account_number: account.account_number.trim(),
  note: account.note.trim(),
})

/** Where buyers send money in a currency; empty if the school takes no transfers in it. */
export async function transferAccounts(ctx: Ctx, currency: string): Promise<BankAccount[]> {
  const { is_enabled, accounts } = await getBankTransferSettings(ctx)
  return is_enabled ? accounts.filter((account) => account.currency === currency) : []
}

/** The same for instalments and subscriptions; empty if the school takes them by card only. */
export async function planTransferAccounts(ctx: Ctx, currency: string): Promise<BankAccount[]> {
  const { allows_plans } = await getBankTransferSettings(ctx)
  return allows_plans ? transferAccounts(ctx, currency) : []
}
