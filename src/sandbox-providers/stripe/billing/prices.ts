/** A price that exists from the start, as an operator creates it in Stripe's dashboard. */
export interface SandboxPrice {
  id: string
  product_name: string
  currency: string
  unit_amount: number
  interval: 'month' | 'year'
}

const pricesOf = (
  name: string,
  currency: string,
  { month, year }: Record<SandboxPrice['interval'], number>,
): SandboxPrice[] => {
  const id = `price_sandbox_${name.toLowerCase()}_${currency}`
  return [
    { id: `${id}_month`, product_name: name, currency, unit_amount: month, interval: 'month' },
    { id: `${id}_year`, product_name: name, currency, unit_amount: year, interval: 'year' },
  ]
}

/** Prices for each seat, in USD and NGN. */
export const prices: readonly SandboxPrice[] = [
  ...pricesOf('Basic', 'usd', { month: 200, year: 2_000 }),
  ...pricesOf('Pro', 'usd', { month: 500, year: 5_000 }),
  ...pricesOf('Basic', 'ngn', { month: 100_000, year: 1_000_000 }),
  ...pricesOf('Pro', 'ngn', { month: 250_000, year: 2_500_000 }),
  // A price that no configuration names.
  { id: 'price_sandbox_other', product_name: 'Other', currency: 'usd', unit_amount: 1, interval: 'month' },
]

export const findPrice = (id: string): SandboxPrice | undefined => prices.find((one) => one.id === id)
