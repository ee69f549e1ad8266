import { money } from '#lib/money/money.ts'
import { splitTax, taxesOf, type LineTax, type TaxRate, type TaxTerms } from '#lib/money/tax.ts'

/** A company for which a person buys. */
export interface InvoiceRecipient {
  company: string
  address: string
  country: string
  tax_number: string
  withholds_tax: boolean
}

export interface TaxRules {
  mode: 'none' | 'inclusive' | 'exclusive'
  rates: TaxRate[]
  reverse_charge_text: string | null
  withholding: TaxRate | null
}

/** The tax rules of an order. */
export type OrderTaxTerms = Pick<TaxTerms, 'mode' | 'withholding'> & {
  rates: TaxRate[]
  /** What the invoice says; only with reverse charge. */
  reverse_charge_text: string | null
}

export const noTax: TaxRules = { mode: 'none', rates: [], reverse_charge_text: null, withholding: null }

/** Sum of the rates that a school may set, in basis points. */
export const maxTaxBasisPoints = 5_000

/** The rules for a buyer; null if nothing is taxed or withheld. Only companies with a tax number get special rules. */
export function termsFor(
  rules: TaxRules,
  { recipient, school_country }: { recipient: InvoiceRecipient | null; school_country: string },
): OrderTaxTerms | null {
  const { mode, rates, reverse_charge_text, withholding } = rules
  const isCompany = recipient !== null && recipient.tax_number !== ''
  const isAbroad = isCompany && recipient.country !== school_country
  if (mode !== 'none' && isAbroad && reverse_charge_text !== null)
    return { mode: 'reverse_charge', rates: [], withholding: null, reverse_charge_text }
  const withheld = isCompany && !isAbroad && recipient.withholds_tax ? withholding : null
  if (mode === 'none' && !withheld) return null
  return { mode, rates: mode === 'none' ? [] : rates, withholding: withheld, reverse_charge_text: null }
}

/** Taxes of a price after discounts. */
export const taxesOfPrice = (terms: OrderTaxTerms | null, price: number, currency: string): LineTax =>
  terms ? taxesOf(money(price, currency), terms) : { added: 0, included: 0, withheld: 0 }

/** A tax as buyers read it. */
export interface TaxAmount {
  name: string
  basis_points: number
  amount: number
  /** Part of the price, instead of added to it. */
  is_included: boolean
}

/** The taxes of an order by their names. */
export function namedTaxes(
  terms: OrderTaxTerms | null,
  { added, included }: Pick<LineTax, 'added' | 'included'>,
  currency: string,
): TaxAmount[] {
  if (!terms) return []
  const is_included = terms.mode === 'inclusive'
  return splitTax(money(is_included ? included : added, currency), terms.rates).map((part, index) => ({
    ...part,
    basis_points: terms.rates[index]!.basis_points,
    is_included,
  }))
}
