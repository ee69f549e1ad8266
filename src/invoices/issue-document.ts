import { sql } from 'kysely'
import { findOrderForInvoice, type OrderForInvoice, type RefundedLine } from '#payments/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import {
  creditNoteAmounts,
  invoiceAmounts,
  taxOf,
  type DocumentAmounts,
  type InvoiceDocument,
  type InvoiceKind,
} from './document.ts'
import { selectInvoices } from './queries.ts'
import { getInvoiceSettings } from './settings.ts'

const numberDigits = 6

const invoiceSource = (order_id: string) => `order/${order_id}`
const creditNoteSource = (refund: string) => `refund/${refund}`

/** Issues the invoice of a paid order, in the transaction of its settlement. */
export async function issueInvoice(ctx: Ctx, { order_id }: { order_id: string }): Promise<void> {
  const order = await findOrderForInvoice(ctx, order_id)
  await issueDocument(ctx, order, {
    kind: 'invoice',
    source: invoiceSource(order_id),
    refers_to: null,
    amounts: invoiceAmounts(order),
  })
}

interface Refunded {
  order_id: string
  source: string
  lines: readonly RefundedLine[]
}

/** Issues the credit note of a refund. An order that was paid before schools had invoices has none to correct. */
export async function issueCreditNote(ctx: Ctx, { order_id, source, lines }: Refunded): Promise<void> {
  const invoice = await findBySource(ctx, invoiceSource(order_id))
  if (!invoice) return
  const order = await findOrderForInvoice(ctx, order_id)
  await issueDocument(ctx, order, {
    kind: 'credit_note',
    source: creditNoteSource(source),
    refers_to: invoice,
    amounts: creditNoteAmounts(order, lines),
  })
}

/** Issues an invoice that cancels the credit note of a refund which failed after it had succeeded. */
export async function cancelCreditNote(
  ctx: Ctx,
  { order_id, source }: { order_id: string; source: string },
): Promise<void> {
  const note = await findBySource(ctx, creditNoteSource(source))
  if (!note) return
  await issueDocument(ctx, await findOrderForInvoice(ctx, order_id), {
    kind: 'invoice',
    source: `refund-failed/${source}`,
    refers_to: note,
    amounts: amountsOf(note.document),
  })
}

function amountsOf(document: InvoiceDocument): DocumentAmounts {
  const { lines, discount, credit, taxes, withholding, reverse_charge_text, total, currency } = document
  return { lines, discount, credit, taxes, withholding, reverse_charge_text, total, currency }
}

const findBySource = (ctx: Ctx, source: string) =>
  selectInvoices(ctx)
    .where('i.source', '=', source)
    .select(sql<InvoiceDocument>`i.document`.as('document'))
    .executeTakeFirst()

interface NewDocument {
  kind: InvoiceKind
  source: string
  refers_to: { id: string; invoice_number: string } | null
  amounts: DocumentAmounts
}

/**
 * Stores a document with the next number of its series. The order is locked by the caller, so that a repetition finds the
 * document; the counter is locked until commit, so that a number that is rolled back is given again.
 */
async function issueDocument(ctx: Ctx, order: OrderForInvoice, issued: NewDocument) {
  if (await findBySource(ctx, issued.source)) return
  const { kind, source, refers_to, amounts } = issued
  const { tx, school_id, now } = ctx
  const settings = await getInvoiceSettings(ctx)
  const number = await nextNumber(ctx, kind)
  const prefix = kind === 'invoice' ? settings.invoice_prefix : settings.credit_note_prefix
  const number_text = `${prefix}${String(number).padStart(numberDigits, '0')}`
  const document: InvoiceDocument = {
    kind,
    number: number_text,
    issued_at: now.toISOString(),
    order_number: order.number,
    ...(await partiesOf(ctx, order, settings)),
    ...amounts,
    refers_to: refers_to?.invoice_number ?? null,
  }
  await tx
    .insertInto('invoices')
    .values({
      school_id,
      id: newId(),
      kind,
      number,
      number_text,
      source,
      currency: amounts.currency,
      total: amounts.total,
      order_id: order.id,
      buyer_id: order.buyer_id,
      refers_to: refers_to?.id ?? null,
      tax: taxOf(document),
      document: JSON.stringify(document),
      issued_at: now,
    })
    .execute()
}

async function nextNumber({ tx, school_id }: Ctx, kind: InvoiceKind): Promise<number> {
  const { last_number } = await tx
    .insertInto('invoice_counters')
    .values({ school_id, kind, last_number: 1 })
    .onConflict((oc) =>
      oc.columns(['school_id', 'kind']).doUpdateSet({ last_number: sql`invoice_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** School and buyer as they are now, with the language of the buyer. */
async function partiesOf(
  { tx, school_id, school }: Ctx,
  { buyer_id, recipient }: OrderForInvoice,
  settings: Awaited<ReturnType<typeof getInvoiceSettings>>,
) {
  const buyer = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', buyer_id)
    .select(['name', 'email', 'language'])
    .executeTakeFirstOrThrow()
  const { seller_name, address, tax_number, footer } = settings
  return {
    locale: buyer.language ?? school?.language ?? 'en',
    time_zone: school?.time_zone ?? 'UTC',
    seller: {
      name: seller_name.trim() || (school?.name ?? ''),
      country: school?.country ?? '',
      address,
      tax_number,
      footer,
    },
    buyer: {
      name: recipient?.company ?? buyer.name,
      contact: recipient ? buyer.name : '',
      email: buyer.email,
      address: recipient?.address ?? '',
      country: recipient?.country ?? '',
      tax_number: recipient?.tax_number ?? '',
    },
  }
}
