import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { decryptCardToken } from './card-tokens.ts'

/** Removes a card at its provider that its owner deleted, then deletes its row. Safe to repeat. */
export async function removeCardAtProvider(ctx: CtxWithoutTx, card_id: string): Promise<void> {
  const { school_id } = ctx
  const found = await ctx.transact(async (tx) => {
    const row = await tx.tx
      .selectFrom('payment_cards')
      .where('school_id', '=', school_id)
      .where('id', '=', card_id)
      .where('removed_at', 'is not', null)
      .select(['id', 'provider', 'payment_account_id', 'encrypted_token'])
      .executeTakeFirst()
    return row ? { row, account: await accountOfAttempt(tx, row) } : null
  })
  if (!found) return
  const { id, encrypted_token } = found.row
  const provider = await openAccount(ctx, found.account)
  await provider.removeSavedCard(decryptCardToken(ctx.config, { school_id, id, encrypted_token }))
  await ctx.transact(({ tx }) =>
    tx
      .deleteFrom('payment_cards')
      .where('school_id', '=', school_id)
      .where('id', '=', card_id)
      .where('removed_at', 'is not', null)
      .execute(),
  )
}
