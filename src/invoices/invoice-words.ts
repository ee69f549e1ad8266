import { formatMoney } from '#lib/money/money.ts'
import { translator } from '#platform/pages/translate.ts'
import type { InvoiceDocument } from './document.ts'

interface Row {
  label: string
  amount: string
}

/** The texts of a document in its language, from top to bottom. */
export interface InvoiceWords {
  locale: string
  title: string
  /** Date, order, and the document that it refers to. */
  facts: string[]
  /** Heading and lines of seller and buyer. */
  parties: { heading: string; lines: string[] }[]
  heading: Row
  lines: Row[]
  sums: Row[]
  total: Row
  /** Below the total: tax in the price, what the buyer keeps back, reverse charge. */
  notes: string[]
  footer: string
  page: string
}

/** Numbers are formatted as en-US in every language, as on the screens. */
const percentage = (basis_points: number) =>
  new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }).format(basis_points / 10_000)

/** Texts of a document. `nameOf` returns the name of a country. */
export function invoiceWords(document: InvoiceDocument, nameOf: (country: string) => string): InvoiceWords {
  const { locale, kind, number, currency, refers_to } = document
  const t = translator(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: document.time_zone })
  const money = (amount: number) => formatMoney(amount, currency)
  return {
    locale,
    title: t(`invoices:${kind}`, { number }),
    facts: [
      t('invoices:date', { date: date.format(new Date(document.issued_at)) }),
      t('invoices:order', { number: document.order_number }),
      ...(refers_to
        ? [t(kind === 'invoice' ? 'invoices:cancels' : 'invoices:corrects', { number: refers_to })]
        : []),
    ],
    parties: [
      { heading: t('invoices:seller'), lines: partyLines(document.seller, { t, nameOf }) },
      {
        heading: t('invoices:buyer'),
        lines: [
          ...partyLines(document.buyer, { t, nameOf }),
          ...[document.buyer.contact, document.buyer.email].filter(Boolean),
        ],
      },
    ],
    heading: { label: t('invoices:item'), amount: t('invoices:amount') },
    lines: document.lines.map(({ title, amount }) => ({ label: title, amount: money(amount) })),
    ...sumsOf(document, { t, money }),
    footer: document.seller.footer,
    page: t('invoices:page'),
  }
}

type Translate = ReturnType<typeof translator>

function partyLines(
  { name, address, country, tax_number }: InvoiceDocument['seller'] | InvoiceDocument['buyer'],
  { t, nameOf }: { t: Translate; nameOf: (country: string) => string },
) {
  return [
    name,
    ...address.split('\n').map((line) => line.trim()),
    country && nameOf(country),
    tax_number && t('invoices:taxNumber', { number: tax_number }),
  ].filter(Boolean)
}

function sumsOf(
  document: InvoiceDocument,
  { t, money }: { t: Translate; money: (amount: number) => string },
) {
  const { kind, discount, credit = 0, taxes, withholding, total, reverse_charge_text } = document
  const nameOf = ({ name, basis_points }: { name: string; basis_points: number }) =>
    `${name} ${percentage(basis_points)}`
  const sums = [
    ...(discount > 0 ? [{ label: t('invoices:discount'), amount: money(-discount) }] : []),
    ...(credit > 0 ? [{ label: t('invoices:credit'), amount: money(-credit) }] : []),
    ...taxes
      .filter(({ is_included }) => !is_included)
      .map((tax) => ({ label: nameOf(tax), amount: money(tax.amount) })),
    ...(withholding
      ? [
          { label: t('invoices:sum'), amount: money(total + withholding.amount) },
          {
            label: t('invoices:withheld', { name: nameOf(withholding) }),
            amount: money(-withholding.amount),
          },
        ]
      : []),
  ]
  return {
    sums,
    total: { label: t(kind === 'invoice' ? 'invoices:paid' : 'invoices:refunded'), amount: money(total) },
    notes: [
      ...taxes
        .filter(({ is_included }) => is_included)
        .map((tax) => t('invoices:included', { name: nameOf(tax), amount: money(tax.amount) })),
      ...(reverse_charge_text ? [reverse_charge_text] : []),
    ],
  }
}
