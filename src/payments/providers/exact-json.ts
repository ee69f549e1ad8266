/**
 * JSON whose decimal numbers pass as text in both directions, so that an amount in major units never becomes a
 * floating-point number.
 */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }

/** A JSON number of exactly this text, for `JSON.stringify`. */
export const exactNumber = (text: string): object => rawJSON(text)

/** Parses JSON. Numbers of the named properties become their source text: `"amount": 7500.50` gives `'7500.50'`. */
export function parseExactJson(text: string, names: readonly string[]): unknown {
  const exact = new Set(names)
  const reviver = (key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && exact.has(key) ? source : value
  return JSON.parse(text, reviver as unknown as (key: string, value: unknown) => unknown)
}
