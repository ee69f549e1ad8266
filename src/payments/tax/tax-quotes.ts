import type { Ctx } from '#tenancy/context/request-context.ts'
import { getTaxSettings } from './tax-settings.ts'
import { namedTaxes, taxesOfPrice, termsFor, type TaxAmount } from './tax-terms.ts'

/** A price as a person pays it now. */
export interface TaxQuote {
  taxes: TaxAmount[]
  /** Price with added tax, without what a company withholds. */
  total: number
}

interface QuotedPrice {
  user_id: string
  price: number
  currency: string
}

/** Computes what prices cost these people with the taxes that an order would have now. */
export async function taxQuotes(
  ctx: Ctx,
  user_ids: readonly string[],
): Promise<(quoted: QuotedPrice) => TaxQuote> {
  const { tx, school_id } = ctx
  if (user_ids.length === 0) return ({ price }) => ({ taxes: [], total: price })
  const rules = await getTaxSettings(ctx)
  const rows = await tx
    .selectFrom('invoice_recipients')
    .where('school_id', '=', school_id)
    .where('user_id', 'in', [...new Set(user_ids)])
    .select(['user_id', 'company', 'address', 'country', 'tax_number', 'withholds_tax'])
    .execute()
  const recipients = new Map(rows.map(({ user_id, ...recipient }) => [user_id, recipient]))
  return ({ user_id, price, currency }) => {
    const recipient = recipients.get(user_id) ?? null
    const terms = termsFor(rules, { recipient, school_country: ctx.school?.country ?? '' })
    const taxes = taxesOfPrice(terms, price, currency)
    return {
      taxes: namedTaxes(terms, taxes, currency),
      total: price + taxes.added - taxes.withheld,
    }
  }
}
