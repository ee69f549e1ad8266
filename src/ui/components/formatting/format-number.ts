/** Numbers are formatted as en-US in every language (specification). */
const locale = 'en-US'

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, options).format(value)

export const formatPercent = (share: number) => formatNumber(share, { style: 'percent' })

export { currencyDecimals as fractionDigits, formatMoney } from '#lib/money/money.ts'

/** Formats a number of bytes with the fitting unit. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const unit = units[step]!
  return formatNumber(bytes / 1000 ** step, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}
