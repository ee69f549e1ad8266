import { money } from '#lib/money/money.ts'
import type { OrderForInvoice, RefundedLine, TaxAmount } from '#payments/index.ts'
import { namedTaxes } from '#payments/index.ts'

export type InvoiceKind = 'invoice' | 'credit_note'

interface Party {
  name: string
  address: string
  /** ISO code; empty if unknown. */
  country: string
  tax_number: string
}

/** Everything that an invoice or credit note shows, as it was when it was issued. */
export interface InvoiceDocument {
  kind: InvoiceKind
  number: string
  /** Language of the document. */
  locale: string
  time_zone: string
  issued_at: string
  order_number: string
  seller: Party & { footer: string }
  buyer: Party & { contact: string; email: string }
  currency: string
  /** Prices before discounts; of a credit note what is given back, without added tax. */
  lines: { title: string; amount: number }[]
  discount: number
  /** What the credit of earlier periods pays of a plan; absent in documents from before it existed. */
  credit?: number
  taxes: TaxAmount[]
  /** Kept back by the buyer. */
  withholding: { name: string; basis_points: number; amount: number } | null
  reverse_charge_text: string | null
  /** Paid, or given back. */
  total: number
  /** Number of the invoice that a credit note corrects, or of the credit note that an invoice cancels. */
  refers_to: string | null
}

/** The part of a document that says what was sold. */
export type DocumentAmounts = Pick<
  InvoiceDocument,
  'lines' | 'discount' | 'credit' | 'taxes' | 'withholding' | 'total' | 'reverse_charge_text' | 'currency'
>

const sum = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0)

/** Amounts of the invoice of an order. */
export function invoiceAmounts(order: OrderForInvoice): DocumentAmounts {
  const { lines, tax_terms, currency, total } = order
  const added = sum(lines, ({ tax }) => tax)
  const included = sum(lines, ({ included_tax }) => included_tax)
  return {
    currency,
    lines: lines.map(({ title, gross }) => ({ title, amount: gross })),
    discount: sum(lines, ({ kind, discount }) => (kind === 'plan_period' ? 0 : discount)),
    credit: sum(lines, ({ kind, discount }) => (kind === 'plan_period' ? discount : 0)),
    taxes: namedTaxes(tax_terms, { added, included }, currency),
    withholding: withholdingOf(
      order,
      sum(lines, ({ withheld }) => withheld),
    ),
    reverse_charge_text: tax_terms?.reverse_charge_text ?? null,
    total: money(total, currency).minor,
  }
}

/** Amounts of the credit note of a refund. */
export function creditNoteAmounts(
  order: OrderForInvoice,
  refunded: readonly RefundedLine[],
): DocumentAmounts {
  const { tax_terms, currency } = order
  const added = sum(refunded, ({ added_tax }) => added_tax)
  const included = sum(refunded, ({ included_tax }) => included_tax)
  return {
    currency,
    lines: refunded.map(({ title, amount, added_tax, withheld }) => ({
      title,
      amount: amount - added_tax + withheld,
    })),
    discount: 0,
    taxes: namedTaxes(tax_terms, { added, included }, currency),
    withholding: withholdingOf(
      order,
      sum(refunded, ({ withheld }) => withheld),
    ),
    reverse_charge_text: tax_terms?.reverse_charge_text ?? null,
    total: sum(refunded, ({ amount }) => amount),
  }
}

function withholdingOf({ tax_terms }: OrderForInvoice, amount: number) {
  const rate = tax_terms?.withholding
  return rate && amount > 0 ? { ...rate, amount } : null
}

/** Tax in a document. */
export const taxOf = ({ taxes }: Pick<InvoiceDocument, 'taxes'>) => sum(taxes, ({ amount }) => amount)
