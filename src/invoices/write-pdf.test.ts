import { expect, test } from 'vitest'
import { countryName } from '#lib/countries/countries.ts'
import { readPdf } from '#testing/formats/read-pdf.ts'
import type { InvoiceDocument } from './document.ts'
import { invoiceWords } from './invoice-words.ts'
import { writeInvoicePdf } from './write-pdf.ts'

const invoice: InvoiceDocument = {
  kind: 'invoice',
  number: 'INV-000007',
  locale: 'en',
  time_zone: 'Africa/Lagos',
  issued_at: '2026-11-11T10:00:00.000Z',
  order_number: '79C8B9A3',
  seller: {
    name: 'Marina School',
    address: '12 Marina Road\nLagos',
    country: 'NG',
    tax_number: '123-1',
    footer: 'RC 4411.',
  },
  buyer: {
    name: 'مريم يوسف',
    contact: '',
    email: 'mariam@school.test',
    address: '',
    country: 'NG',
    tax_number: '',
  },
  currency: 'NGN',
  lines: [{ title: 'Python from zero', amount: 4_000_000 }],
  discount: 0,
  taxes: [{ name: 'VAT', basis_points: 750, amount: 300_000, is_included: false }],
  withholding: { name: 'WHT', basis_points: 500, amount: 200_000 },
  reverse_charge_text: null,
  total: 4_100_000,
  refers_to: null,
}

/** Pieces of different fonts and directions are read one by one, without the spaces between them. */
const packed = (text: string) => text.normalize('NFC').replace(/\s/g, '')

const textIn = async (locale: string) => {
  const words = invoiceWords({ ...invoice, locale }, (code) => countryName(code, locale))
  return { words, text: packed(await readPdf(await writeInvoicePdf(words))) }
}

test.each(['en', 'fr', 'es', 'pt', 'sw', 'yo', 'ha', 'ig', 'am'])(
  'writes an invoice in %s with fonts that have all of its letters',
  async (locale) => {
    const { words, text } = await textIn(locale)
    const page = words.page.replace('{n}', '1').replace('{of}', '1')
    for (const part of [words.title, page, 'Marina School', 'VAT 7.5%', 'RC 4411.'])
      expect(text).toContain(packed(part))
  },
)

test('writes an Arabic invoice from right to left, page numbers included', async () => {
  const { text } = await textIn('ar')
  for (const part of ['الصفحة', 'استقطعها المشتري', 'مريم يوسف', 'Marina School'])
    expect(text).toContain(packed(part))
})
