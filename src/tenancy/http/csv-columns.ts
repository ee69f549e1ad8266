import type { CsvCell } from '#lib/csv/csv.ts'
import { currencyDecimals } from '#lib/money/money.ts'
import type { Reply } from '#platform/contract/route.ts'
import { translator, type ServerTextKey } from '#platform/pages/translate.ts'
import type { Route } from '../contract/define-route.ts'

type RowOf<R extends Route> = Reply<R> extends { data: readonly (infer Row)[] } ? Row : never

/** A field of a row, or a field of an object in it: `asked_by.name`. */
type Path<Row> = {
  [Name in keyof Row & string]: Name | `${Name}.${keyof NonNullable<Row[Name]> & string}`
}[keyof Row & string]

/** Columns of the file of a list, in their order. The headings are below `csv.columns` in `tenancy/locales`. */
export type CsvColumns<R extends Route> = readonly Path<RowOf<R>>[]

/** Values of these columns are codes, which people read as words: `csv.values` in `tenancy/locales`. */
const codeColumns = new Set([
  'status',
  'state',
  'cause',
  'kind',
  'type',
  'role',
  'user_type',
  'actor_role',
  'target.kind',
])
/** Amounts in minor units, written in major ones. */
const amountColumns = new Set(['price'])
/** Amounts of rows that name their currency. */
const rowAmountColumns = new Set([
  'total',
  'paid_amount',
  'refunded_amount',
  'amount_off',
  'amount',
  'expected_amount',
  'found_amount',
  'sales',
  'refunds',
  'disputes',
  'fees',
  'platform_share',
  'commissions',
  'net',
  'gross',
  'fee',
  'deductions',
  'matched_amount',
])

interface Reader {
  locale: string
  currency_code: string | undefined
}

/** The headings of a file, in the reader's language. */
export function csvHeadings(columns: readonly string[], locale: string) {
  const t = translator(locale)
  return columns.map((column) => t(`tenancy:csv.columns.${column.replace('.', '_')}` as ServerTextKey))
}

/** Returns a function that makes the cells of a row. */
export function csvCells(columns: readonly string[], { locale, currency_code }: Reader) {
  const t = translator(locale)
  const valueText = (code: string) => {
    const key = `tenancy:csv.values.${code}`
    const text = t(key as ServerTextKey)
    return text === key || text === `csv.values.${code}` ? code : text
  }
  const currencyOf = (column: string, row: object) => {
    if (amountColumns.has(column)) return currency_code
    return rowAmountColumns.has(column) ? (row as { currency?: string }).currency : undefined
  }
  const cellOf = (column: string, row: object): CsvCell => {
    const value = valueAt(row, column)
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean') return valueText(value ? 'yes' : 'no')
    if (typeof value === 'number') {
      const currency = currencyOf(column, row)
      return currency ? value / 10 ** currencyDecimals(currency) : value
    }
    if (typeof value === 'string') return codeColumns.has(column) ? valueText(value) : value
    if (value instanceof Date) return value
    if (Array.isArray(value)) return value.map(nameOf).join('; ')
    return JSON.stringify(value)
  }
  return (row: object) => columns.map((column) => cellOf(column, row))
}

/** Name or title of an item of a list. */
function nameOf(item: unknown) {
  if (typeof item !== 'object' || item === null) return String(item)
  const { name, title } = item as { name?: string; title?: string }
  return name ?? title ?? JSON.stringify(item)
}

const valueAt = (row: object, path: string) =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)
