const compact = (id: string) => id.replaceAll('-', '')
const uuid = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

/** Our reference of an attempt at its provider: the ids of school and attempt in hexadecimal. */
export const paymentReference = (school_id: string, attempt_id: string) =>
  `${compact(school_id)}-${compact(attempt_id)}`

/** The ids in a reference; null for a text that is none. */
export function parsePaymentReference(reference: string): { school_id: string; attempt_id: string } | null {
  const match = /^([0-9a-f]{32})-([0-9a-f]{32})$/.exec(reference)
  return match ? { school_id: uuid(match[1]!), attempt_id: uuid(match[2]!) } : null
}
