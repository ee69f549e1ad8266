import { encrypt, type EncryptedColumn } from '#platform/security/encryption.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { bankDirectory } from './events.ts'

const purpose = 'bank-account'
const sealContext = ({ school_id, user_id }: Record<string, string>) => `${school_id}/${user_id}`

/** For encrypting all rows again with a new secret. */
export const encryptedBankAccounts: EncryptedColumn = {
  table: 'bank_details',
  column: 'encrypted_account',
  keys: ['user_id'],
  scope: 'tenant',
  purpose,
  sealContext,
}

const digitsShown = 4

/** What people see of the bank accounts of persons, by person; those without one are absent. */
export async function findBankDetailsOf({ tx, school_id }: Ctx, user_ids: readonly string[]) {
  if (user_ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('bank_details')
    .where('school_id', '=', school_id)
    .where('user_id', 'in', [...user_ids])
    .select(['user_id', 'country', 'bank_code', 'bank_name', 'account_name', 'account_suffix'])
    .execute()
  return new Map(rows.map(({ user_id, ...details }) => [user_id, details]))
}

/** What people see of a person's bank account; null without one. */
export const findBankDetails = async (ctx: Ctx, user_id: string) =>
  (await findBankDetailsOf(ctx, [user_id])).get(user_id) ?? null

/** Asks the provider; its failures become one refusal. */
async function ask<T>(ctx: CtxWithoutTx, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.warn({ err: error }, 'bank list does not answer')
    throw new Refusal('bank_check_failed', { retry_after_seconds: 5 })
  }
}

const countryOf = ({ school }: CtxWithoutTx) => (school?.country ?? '').toUpperCase()

export async function listBanks(ctx: CtxWithoutTx): Promise<Reply<typeof contract.listBanks>> {
  const directory = ctx.reactions.slot(bankDirectory)
  const banks = await ask(ctx, () => directory.list(ctx, countryOf(ctx)))
  return { banks: banks ?? [] }
}

/** Stores the caller's account with the holder's name as the bank gives it. */
export async function updateBankDetails(
  ctx: CtxWithoutTx,
  { id, bank_code, account_number }: Input<typeof contract.updateBankDetails>,
): Promise<Reply<typeof contract.updateBankDetails>> {
  ensureFound(id === ctx.actor.id || null)
  const directory = ctx.reactions.slot(bankDirectory)
  const country = countryOf(ctx)
  const banks = await ask(ctx, () => directory.list(ctx, country))
  if (!banks) throw new Refusal('banks_unavailable')
  const bank = banks.find(({ code }) => code === bank_code)
  if (!bank) throw new Refusal('bank_account_unknown')
  const holder = await ask(ctx, () => directory.resolve(ctx, { country, bank_code, account_number }))
  if (!holder) throw new Refusal('bank_account_unknown')
  const details = {
    country,
    bank_code,
    bank_name: bank.name,
    account_name: holder.account_name,
    account_suffix: account_number.slice(-digitsShown),
  }
  await ctx.transact((tx) => storeBankDetails(tx, details, account_number))
  return details
}

type Details = Reply<typeof contract.updateBankDetails>

async function storeBankDetails(ctx: Ctx, details: Details, account_number: string) {
  const { tx, school_id, actor, config, now } = ctx
  const context = sealContext({ school_id, user_id: actor.id })
  const encrypted_account = encrypt(config, { purpose, context }, account_number)
  const values = { ...details, encrypted_account, updated_at: now }
  await tx
    .insertInto('bank_details')
    .values({ school_id, user_id: actor.id, ...values })
    .onConflict((oc) => oc.columns(['school_id', 'user_id']).doUpdateSet(values))
    .execute()
  const { bank_name, account_suffix } = details
  await ctx.audit('bank_details.updated', ['user', actor.id], { bank_name, account_suffix })
}
