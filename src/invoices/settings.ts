import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'

type Settings = Reply<typeof contract.getInvoiceSettings>

const initialSettings: Settings = {
  seller_name: '',
  address: '',
  tax_number: '',
  footer: '',
  invoice_prefix: 'INV-',
  credit_note_prefix: 'CN-',
}

/** The school on its invoices; a school without settings uses its name. */
export const getInvoiceSettings = async ({ tx, school_id }: Ctx): Promise<Settings> =>
  (await tx
    .selectFrom('invoice_settings')
    .where('school_id', '=', school_id)
    .select(['seller_name', 'address', 'tax_number', 'footer', 'invoice_prefix', 'credit_note_prefix'])
    .executeTakeFirst()) ?? initialSettings

export async function updateInvoiceSettings(
  ctx: Ctx,
  settings: Input<typeof contract.updateInvoiceSettings>,
): Promise<Settings> {
  const { tx, school_id, now } = ctx
  const invoice_prefix = settings.invoice_prefix.toUpperCase()
  const credit_note_prefix = settings.credit_note_prefix.toUpperCase()
  if (invoice_prefix === credit_note_prefix) throw new Refusal('invoice_prefixes_equal')
  const row = { ...settings, invoice_prefix, credit_note_prefix, updated_at: now }
  await tx
    .insertInto('invoice_settings')
    .values({ school_id, ...row })
    .onConflict((oc) => oc.column('school_id').doUpdateSet(row))
    .execute()
  await ctx.audit('invoice_settings.updated', ['school', school_id], {})
  return getInvoiceSettings(ctx)
}
