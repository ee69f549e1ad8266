import { Type } from 'typebox'
import { Nullable, SingleLineText, StringEnum, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const BasisPoints = Type.Integer({ minimum: 1, maximum: 5_000 })

const TaxRate = Type.Object({
  /** As people read it, such as “VAT”. */
  name: SingleLineText(60),
  /** Hundredths of a percent: 750 is 7.5 %. */
  basis_points: BasisPoints,
})

export const TaxSettings = Type.Object({
  /** `inclusive`: prices contain the tax. `exclusive`: it is added at checkout. */
  mode: StringEnum('none', 'inclusive', 'exclusive'),
  /** Taxes on the same base; at least one unless the mode is `none`. Together at most 50 %. */
  rates: Type.Array(TaxRate, { maxItems: 4 }),
  /** Companies of other countries with a tax number pay no tax; their invoices carry this text. */
  reverse_charge_text: Nullable(SingleLineText(300)),
  /** What companies of the school’s country may keep back for the tax authority. */
  withholding: Nullable(TaxRate),
})

/** What the price page says about tax. */
export const PublicTax = Type.Object({
  mode: StringEnum('inclusive', 'exclusive'),
  rates: Type.Array(TaxRate),
})

export const Recipient = Type.Object({
  company: SingleLineText(200),
  address: Text(500),
  /** ISO 3166-1 code, such as `NG`. */
  country: Text(40),
  /** Empty if the company has none. */
  tax_number: Text(60),
  /** Keeps back the school’s withholding tax. */
  withholds_tax: Type.Boolean(),
})

export const getTaxSettings = defineRoute({
  name: 'getTaxSettings',
  method: 'GET',
  path: '/payments/v1/tax-settings',
  access: 'admin',
  summary: 'How the school taxes its sales',
  reply: [200, TaxSettings],
})

export const updateTaxSettings = defineRoute({
  name: 'updateTaxSettings',
  method: 'PUT',
  path: '/payments/v1/tax-settings',
  access: 'admin',
  summary: 'Changes how later sales are taxed',
  body: TaxSettings,
  reply: [200, TaxSettings],
  refusals: ['tax_rates_missing', 'tax_rates_too_high'],
})

const OwnRecipient = Type.Object({
  /** Null: the caller buys for themselves. */
  recipient: Nullable(Recipient),
  /** Name and rate of the tax that the company may keep back; null if the school accepts none. */
  withholding: Nullable(TaxRate),
})

export const getMyInvoiceRecipient = defineRoute({
  name: 'getMyInvoiceRecipient',
  method: 'GET',
  path: '/payments/v1/my-invoice-recipient',
  access: 'student',
  summary: 'The company that the caller’s invoices name',
  reply: [200, OwnRecipient],
})

export const updateMyInvoiceRecipient = defineRoute({
  name: 'updateMyInvoiceRecipient',
  method: 'PUT',
  path: '/payments/v1/my-invoice-recipient',
  access: 'student',
  summary: 'Changes the company that later invoices name; null removes it',
  body: Type.Object({ recipient: Nullable(Recipient) }),
  reply: [200, OwnRecipient],
})
