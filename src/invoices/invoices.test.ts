import { describe, expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import {
  createCheckout,
  getMyOrder,
  getPaymentMethods,
  refundOrder,
  updateMyInvoiceRecipient,
  updateTaxSettings,
  verifyMyOrder,
} from '#payments/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { readableContent } from '#testing/formats/readable-content.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import * as contract from './contract.ts'

const payments = useTestPayments()

type Tax = Input<typeof updateTaxSettings>
const vat: Tax = {
  mode: 'exclusive',
  rates: [{ name: 'VAT', basis_points: 750 }],
  reverse_charge_text: null,
  withholding: null,
}
const company = {
  company: 'Ṣọ́nà Consulting',
  address: '1 Marina\nLagos',
  country: 'NG',
  tax_number: 'TIN-12345',
  withholds_tax: false,
}

/** A school of Nigeria with these taxes, and an admin. */
async function createTaxedSchool(tax?: Partial<Tax>) {
  const sale = await createSellingSchool('paystack')
  const admin = await sale.school.admin()
  if (tax) await admin.api(updateTaxSettings, { ...vat, ...tax })
  return { ...sale, admin }
}

/** The student pays the course. */
async function buy(sale: Pick<SellingSchool, 'student' | 'course' | 'provider'>) {
  const { url, order_id } = await startCheckout(sale)
  await payOnPage(sale.provider, url)
  return sale.student.api(verifyMyOrder, { id: order_id })
}

const textOf = async ({ content }: { content: string }) =>
  [...(await readableContent('invoice.pdf', Buffer.from(content, 'base64'))).values()].join('\n')

describe('tax', () => {
  test('that is added is charged, shown and owed to the tax authority; refunds give it back', async () => {
    const sale = await createTaxedSchool({})
    expect((await sale.student.api(getPaymentMethods, {})).tax).toEqual({
      mode: 'exclusive',
      rates: vat.rates,
    })
    const order = await buy(sale)
    const tax = testPrice * 0.075
    expect(order).toMatchObject({
      status: 'paid',
      total: testPrice + tax,
      paid_amount: testPrice + tax,
      taxes: [{ name: 'VAT', basis_points: 750, amount: tax, is_included: false }],
      withholding: null,
    })
    const { balances } = await readBooks(sale.school, sale.student)
    expect(balances.tax_payable).toBe(-tax)
    await sale.admin.api(refundOrder, { id: order.id })
    await runPaymentJobs(sale.school)
    payments.sandbox.paystack.changeRefund(await referenceOf(sale), 'succeeded')
    await runPaymentJobs(sale.school)
    expect((await readBooks(sale.school, sale.student)).balances.tax_payable ?? 0).toBe(0)
  })

  test('in the price changes no amount', async () => {
    const sale = await createTaxedSchool({ mode: 'inclusive' })
    const order = await buy(sale)
    const tax = Math.round((testPrice * 750) / 10_750)
    expect(order).toMatchObject({ total: testPrice, taxes: [{ amount: tax, is_included: true }] })
    const { balances } = await readBooks(sale.school, sale.student)
    expect(balances.tax_payable).toBe(-tax)
  })

  test('several rates add up to the cent', async () => {
    const rates = [1_500, 250, 250, 33].map((basis_points, index) => ({ name: `T${index}`, basis_points }))
    const sale = await createTaxedSchool({ rates })
    const { url, order_id } = await startCheckout(sale)
    expect(url).toContain('http')
    const { total, taxes } = await sale.student.api(getMyOrder, { id: order_id })
    expect(taxes).toHaveLength(4)
    expect(taxes.reduce((sum, { amount }) => sum + amount, testPrice)).toBe(total)
  })

  test('is not charged to companies abroad with reverse charge', async () => {
    const text = 'Reverse charge: the recipient owes the VAT.'
    const sale = await createTaxedSchool({ reverse_charge_text: text })
    await sale.student.api(updateMyInvoiceRecipient, {
      // The font joins some letters.
      recipient: { ...company, address: '1 Coffee Office Road', country: 'GH' },
    })
    const order = await buy(sale)
    expect(order).toMatchObject({ total: testPrice, taxes: [] })
    const [invoice] = (await sale.student.api(contract.listMyInvoices, {})).data
    expect(await textOf(await sale.student.api(contract.getMyInvoiceFile, { id: invoice!.id }))).toContain(
      text,
    )
  })

  test('is withheld by companies of the country that say so', async () => {
    const withholding = { name: 'WHT', basis_points: 500 }
    const sale = await createTaxedSchool({ withholding })
    await sale.student.api(updateMyInvoiceRecipient, { recipient: { ...company, withholds_tax: true } })
    const order = await buy(sale)
    const [tax, withheld] = [testPrice * 0.075, testPrice * 0.05]
    expect(order).toMatchObject({
      total: testPrice + tax - withheld,
      withholding: { name: 'WHT', amount: withheld },
    })
  })

  test('of an open order follows the settings of the moment of payment', async () => {
    const sale = await createTaxedSchool({})
    const first = await startCheckout(sale)
    await sale.admin.api(updateTaxSettings, { ...vat, mode: 'none', rates: [] })
    const second = await startCheckout(sale)
    expect(second.order_id).not.toBe(first.order_id)
    expect((await sale.student.api(getMyOrder, { id: second.order_id })).total).toBe(testPrice)
  })

  test('refuses a mode without rates, and rates above 50 %', async () => {
    const { admin } = await createTaxedSchool()
    const rate = (basis_points: number) => ({ name: 'VAT', basis_points })
    await expect(admin.api(updateTaxSettings, { ...vat, rates: [] })).rejects.toMatchObject({
      status: 409,
      code: 'tax_rates_missing',
    })
    await expect(
      admin.api(updateTaxSettings, { ...vat, rates: [rate(5_000), rate(1)] }),
    ).rejects.toMatchObject({ status: 409, code: 'tax_rates_too_high' })
  })
})

const referenceOf = async ({ school, student }: Pick<SellingSchool, 'school' | 'student'>) =>
  (await readBooks(school, student)).attempts[0]!.reference

describe('an invoice', () => {
  test('has the parties and taxes of the moment of the sale, whatever changes later', async () => {
    const sale = await createTaxedSchool({})
    const settings = {
      seller_name: 'Harbour School Ltd',
      address: '2 Broad Street\nLagos',
      tax_number: 'TIN-777',
      footer: 'RC 4411',
      invoice_prefix: 'HS/',
      credit_note_prefix: 'HSC/',
    }
    await sale.admin.api(contract.updateInvoiceSettings, settings)
    await sale.student.api(updateMyInvoiceRecipient, { recipient: company })
    await buy(sale)
    await sale.admin.api(contract.updateInvoiceSettings, { ...settings, seller_name: 'Renamed' })
    await sale.student.api(updateMyInvoiceRecipient, { recipient: null })
    const { data } = await sale.admin.api(contract.listInvoices, { search: 'hs/0000' })
    expect(data).toMatchObject([
      { kind: 'invoice', invoice_number: 'HS/000001', buyer: { name: company.company }, refers_to: null },
    ])
    const file = await sale.admin.api(contract.getInvoiceFile, { id: data[0]!.id })
    expect(file).toMatchObject({ file_name: 'HS-000001.pdf', content_type: 'application/pdf' })
    const text = await textOf(file)
    for (const words of ['Harbour School Ltd', '2 Broad Street', 'TIN-777', 'RC 4411', 'TIN-12345', 'VAT'])
      expect(text).toContain(words)
    expect(text).toContain('₦')
    expect(text).not.toContain('Renamed')
  })

  test('and its credit notes are numbered without gaps when many settle at once', async () => {
    const sale = await createTaxedSchool()
    const students = await Promise.all(Array.from({ length: 8 }, () => sale.school.student()))
    const started = []
    for (const student of students) {
      const { url, order_id } = await startCheckout({ ...sale, student })
      await payOnPage(sale.provider, url)
      started.push({ student, id: order_id })
    }
    const verify = [...started, ...started].map(({ student, id }) => student.api(verifyMyOrder, { id }))
    await Promise.allSettled(verify)
    for (const { student, id } of started) await student.api(verifyMyOrder, { id })
    const { data } = await sale.admin.api(contract.listInvoices, { limit: 50 })
    expect(data.map(({ invoice_number }) => invoice_number).toSorted()).toEqual(
      students.map((_student, index) => `INV-00000${index + 1}`),
    )
  })

  test('is never changed', async () => {
    const sale = await createTaxedSchool()
    await buy(sale)
    const change = sale.school.transact(({ tx, school_id }) =>
      tx.updateTable('invoices').set({ total: 1 }).where('school_id', '=', school_id).execute(),
    )
    await expect(change).rejects.toThrow(/permission denied/)
    const removal = sale.school.transact(({ tx, school_id }) =>
      tx.deleteFrom('invoices').where('school_id', '=', school_id).execute(),
    )
    await expect(removal).rejects.toThrow(/permission denied/)
  })

  test('of another student or school is not found', async () => {
    const sale = await createTaxedSchool()
    await buy(sale)
    const { data } = await sale.student.api(contract.listMyInvoices, {})
    const { id } = data[0]!
    const notFound = { status: 404 }
    const other = await sale.school.student()
    await expect(other.api(contract.getMyInvoiceFile, { id })).rejects.toMatchObject(notFound)
    expect((await other.api(contract.listMyInvoices, {})).data).toEqual([])
    const foreign = await createTaxedSchool()
    await expect(foreign.admin.api(contract.getInvoiceFile, { id })).rejects.toMatchObject(notFound)
    expect((await foreign.admin.api(contract.listInvoices, {})).data).toEqual([])
  })

  test('is not issued for an order of zero', async () => {
    const sale = await createTaxedSchool({})
    await sale.admin.api(createCoupon, { code: 'GIFT', percent_off: 100 })
    const { order_id } = await sale.student.api(createCheckout, {
      course_id: sale.course.id,
      coupon_code: 'GIFT',
    })
    expect(await sale.student.api(getMyOrder, { id: order_id })).toMatchObject({ status: 'paid', total: 0 })
    expect((await sale.student.api(contract.listMyInvoices, {})).data).toEqual([])
  })

  test('cannot have the prefix of credit notes', async () => {
    const { admin } = await createTaxedSchool()
    const settings = { ...(await admin.api(contract.getInvoiceSettings, {})), credit_note_prefix: 'INV-' }
    await expect(admin.api(contract.updateInvoiceSettings, settings)).rejects.toMatchObject({
      status: 409,
      code: 'invoice_prefixes_equal',
    })
  })
})

describe('a credit note', () => {
  test('is issued for each refund with its part of the tax', async () => {
    const sale = await createTaxedSchool({})
    const order = await buy(sale)
    const line_id = order.lines[0]!.id
    const refund = async (amount?: number) => {
      await sale.admin.api(refundOrder, { id: order.id, lines: [{ line_id, ...(amount && { amount }) }] })
      await runPaymentJobs(sale.school)
      payments.sandbox.paystack.changeRefund(await referenceOf(sale), 'succeeded')
      await runPaymentJobs(sale.school)
    }
    await refund(100_001)
    await refund()
    const { data } = await sale.student.api(contract.listMyInvoices, { order_id: order.id })
    const [second, first, invoice] = data
    expect(invoice).toMatchObject({ kind: 'invoice', invoice_number: 'INV-000001', total: order.total })
    expect([first, second]).toMatchObject([
      { kind: 'credit_note', invoice_number: 'CN-000001', refers_to: 'INV-000001', total: 100_001 },
      { kind: 'credit_note', invoice_number: 'CN-000002', refers_to: 'INV-000001' },
    ])
    expect(first!.total + second!.total).toBe(order.total)
    expect(first!.tax + second!.tax).toBe(invoice!.tax)
    const text = await textOf(await sale.student.api(contract.getMyInvoiceFile, { id: first!.id }))
    expect(text).toContain('INV-000001')
  })

  test('is canceled by an invoice if the refund fails after it succeeded', async () => {
    const sale = await createTaxedSchool({})
    const order = await buy(sale)
    await sale.admin.api(refundOrder, { id: order.id })
    for (const state of ['succeeded', 'failed'] as const) {
      await runPaymentJobs(sale.school)
      payments.sandbox.paystack.changeRefund(await referenceOf(sale), state)
      await payments.sandbox.paystack.webhooksIdle()
      await runPaymentJobs(sale.school)
    }
    await runPaymentJobs(sale.school)
    const { data } = await sale.student.api(contract.listMyInvoices, {})
    const shown = data.map(({ invoice_number, refers_to, total }) => [invoice_number, refers_to, total])
    expect(shown).toEqual([
      ['INV-000002', 'CN-000001', order.total],
      ['CN-000001', 'INV-000001', order.total],
      ['INV-000001', null, order.total],
    ])
  })
})
