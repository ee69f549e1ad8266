/** A part of an envelope; payloads of known types are JSON, recordings are JSON lines with their own header. */
export interface EnvelopeItem {
  type: string
  payload: string
}

export interface Envelope {
  event_id: string | null
  items: EnvelopeItem[]
}

const maxItems = 10

/**
 * Parses an envelope of a browser (https://develop.sentry.dev/sdk/data-model/envelopes/): a header line, then for
 * each item a header line and its payload, by length in bytes or up to the end of the line. Null for anything
 * else.
 */
export function parseEnvelope(text: string): Envelope | null {
  const bytes = Buffer.from(text)
  const header = lineAt(bytes, 0)
  const fields = jsonObject(header.text)
  if (!fields) return null
  const items: EnvelopeItem[] = []
  let at = header.next
  while (at < bytes.length) {
    const line = lineAt(bytes, at)
    const itemHeader = jsonObject(line.text)
    if (!itemHeader || typeof itemHeader.type !== 'string' || items.length === maxItems) return null
    const { length } = itemHeader
    const isCounted = typeof length === 'number'
    if (isCounted && (!Number.isInteger(length) || length < 0 || line.next + length > bytes.length))
      return null
    const end = isCounted ? line.next + length : lineAt(bytes, line.next).end
    items.push({ type: itemHeader.type, payload: bytes.toString('utf8', line.next, end) })
    at = end + 1
  }
  const { event_id } = fields
  return {
    event_id: typeof event_id === 'string' && /^[0-9a-f]{32}$/.test(event_id) ? event_id : null,
    items,
  }
}

/** Serialises an envelope; each item includes its length. */
export function envelopeText({ event_id, items }: Envelope, sent_at: Date): string {
  const header = { ...(event_id && { event_id }), sent_at: sent_at.toISOString() }
  const lines = items.flatMap(({ type, payload }) => [
    JSON.stringify({ type, length: Buffer.byteLength(payload) }),
    payload,
  ])
  return `${[JSON.stringify(header), ...lines].join('\n')}\n`
}

function lineAt(bytes: Buffer, start: number) {
  const found = bytes.indexOf('\n', start)
  const end = found === -1 ? bytes.length : found
  return { text: bytes.toString('utf8', start, end), end, next: end + 1 }
}

/** Parses a JSON object; null for invalid JSON and for any other value. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
