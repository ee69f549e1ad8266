import { isCountry } from '#lib/countries/countries.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './tax-contract.ts'
import { getTaxSettings } from './tax-settings.ts'
import { termsFor, type InvoiceRecipient, type OrderTaxTerms } from './tax-terms.ts'

/** The company for which a person buys; null for the person. */
export const findRecipient = async (
  { tx, school_id }: Ctx,
  user_id: string,
): Promise<InvoiceRecipient | null> =>
  (await tx
    .selectFrom('invoice_recipients')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .select(['company', 'address', 'country', 'tax_number', 'withholds_tax'])
    .executeTakeFirst()) ?? null

export interface OrderTax {
  tax_terms: OrderTaxTerms | null
  recipient: InvoiceRecipient | null
}

/** Tax rules and company of an order that this person places now. */
export async function taxOfBuyer(ctx: Ctx, buyer_id: string): Promise<OrderTax> {
  const recipient = await findRecipient(ctx, buyer_id)
  const rules = await getTaxSettings(ctx)
  const tax_terms = termsFor(rules, { recipient, school_country: ctx.school?.country ?? '' })
  return { tax_terms, recipient }
}

export async function getMyInvoiceRecipient(ctx: Ctx): Promise<Reply<typeof contract.getMyInvoiceRecipient>> {
  const { withholding } = await getTaxSettings(ctx)
  return { recipient: await findRecipient(ctx, ctx.actor.id!), withholding }
}

export async function updateMyInvoiceRecipient(
  ctx: Ctx,
  { recipient }: Input<typeof contract.updateMyInvoiceRecipient>,
): Promise<Reply<typeof contract.updateMyInvoiceRecipient>> {
  const { tx, school_id, now } = ctx
  const user_id = ctx.actor.id!
  if (recipient && !isCountry(recipient.country))
    refuseInvalidField('recipient.country', 'country_unknown', 'Use a valid country code.')
  if (recipient) {
    const row = { ...recipient, updated_at: now }
    await tx
      .insertInto('invoice_recipients')
      .values({ school_id, user_id, ...row })
      .onConflict((oc) => oc.columns(['school_id', 'user_id']).doUpdateSet(row))
      .execute()
  } else
    await tx
      .deleteFrom('invoice_recipients')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute()
  return getMyInvoiceRecipient(ctx)
}
