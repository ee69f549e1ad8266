import type { RowKind } from './wire.ts'

/** Ids that rise, with a prefix for each kind; kinds without one are plain numbers. */
export function numberedIds(prefixes: Partial<Record<RowKind, string>>): (kind: RowKind) => string {
  // Ids of two runs differ, because the product keeps them longer than the stand-in does.
  let last = Date.now() * 1000
  return (kind) => `${prefixes[kind] ?? ''}${++last}`
}

/** The address with further query parameters. */
export function addToQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** `NGN 7,500.00`. */
export const formatMajorUnits = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)
