import { hash } from 'node:crypto'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { ProviderMode, SavedCard } from '../providers/provider.ts'
import { cardChanged } from './card-events.ts'
import { lockCardOwner, maxCards, selectCards } from './card-queries.ts'
import { encryptCardToken } from './card-tokens.ts'
import { hasDefault, removeCard, setDefault } from './change-cards.ts'

export interface NewCard {
  user_id: string
  provider: string
  payment_account_id: string | null
  mode: ProviderMode
  /** The address with which the card was saved; by default the person's. */
  email?: string
  card: SavedCard
  /** Whether later charges use this card first; the first card always is the default. */
  becomesDefault: boolean
}

/**
 * Stores a card that a provider has saved, or replaces the token of the same card. Returns its id; null for a person who
 * has left, and for a card whose data the provider did not report.
 */
export async function storeCard(ctx: Ctx, saved: NewCard): Promise<string | null> {
  const { tx, school_id, now } = ctx
  const { user_id, provider, payment_account_id, mode, card } = saved
  const owner = await lockCardOwner(ctx, user_id)
  if (!owner || owner.status === 'removed' || !isComplete(card)) return null
  const existing = await tx
    .selectFrom('payment_cards')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('payment_account_id', 'is not distinct from', payment_account_id)
    .where('mode', '=', mode)
    .where('fingerprint_hash', '=', fingerprintHash(card))
    .select('id')
    .executeTakeFirst()
  const id = existing?.id ?? newId()
  const { exp_month, exp_year, last4 } = card
  const values = {
    encrypted_token: encryptCardToken(ctx.config, { school_id, id }, tokenOf(saved, owner.email)),
    brand: card.brand.slice(0, 40).toLowerCase(),
    last4,
    exp_month,
    exp_year,
    removed_at: null,
    updated_at: now,
  }
  if (existing)
    await tx
      .updateTable('payment_cards')
      .set(values)
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
  else await insertCard(ctx, saved, { id, ...values })
  if (saved.becomesDefault || !(await hasDefault(ctx, user_id))) await setDefault(ctx, user_id, id)
  await ctx.emit(cardChanged, { user_id, card_id: id })
  return id
}

const tokenOf = ({ card, email }: NewCard, ownEmail: string) => ({
  token: card.token,
  customer_reference: card.customer_reference,
  email: email ?? ownEmail,
})

async function insertCard(
  ctx: Ctx,
  { user_id, provider, payment_account_id, mode, card }: NewCard,
  values: { id: string; encrypted_token: Buffer; brand: string; removed_at: null; updated_at: Date },
) {
  const { tx, school_id, now } = ctx
  const cards = await selectCards(ctx, user_id).orderBy('c.created_at').limit(maxCards).execute()
  const oldest = cards.find(({ is_default }) => !is_default)
  if (cards.length >= maxCards && oldest) await removeCard(ctx, oldest)
  const { last4, exp_month, exp_year } = card
  await tx
    .insertInto('payment_cards')
    .values({
      school_id,
      user_id,
      provider,
      payment_account_id,
      mode,
      fingerprint_hash: fingerprintHash(card),
      last4,
      exp_month,
      exp_year,
      is_default: false,
      created_at: now,
      ...values,
    })
    .execute()
}

/** A provider without a fingerprint gives each saved card a token of its own. */
const fingerprintHash = ({ fingerprint, token }: SavedCard) => hash('sha256', fingerprint ?? token, 'buffer')

const isComplete = ({ token, last4, exp_month, exp_year }: SavedCard) =>
  token !== '' &&
  /^[0-9]{4}$/.test(last4) &&
  Number.isInteger(exp_month) &&
  exp_month >= 1 &&
  exp_month <= 12 &&
  Number.isInteger(exp_year) &&
  exp_year >= 2000 &&
  exp_year <= 2999
