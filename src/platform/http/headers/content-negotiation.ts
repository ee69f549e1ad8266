import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { languages, type Language } from '#lib/languages/languages.ts'

/** A header may have 16 kB, but browsers send less than this. */
const maxLength = 1_000

/** An option of version 1 that the published types lack. */
interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined
}

const negotiator = (name: string, header: string | string[] | undefined): Negotiator & WithPreference =>
  new Negotiator({
    headers: { [name]: header === undefined ? undefined : String(header).slice(0, maxLength) },
  })

/** Longer headers are not cached: browsers send few different ones, and others must not fill the memory. */
const maxCachedLength = 200

/** Results by kind, choices and header. Parsing costs as much as all other headers of a cached page. */
const results = new LRUCache<string, string>({ max: 1_000 })

interface Negotiation {
  kind: 'encoding' | 'language'
  available: string[]
  header: string | string[] | undefined
}

function cached<Result extends string>({ kind, available, header }: Negotiation, negotiate: () => Result) {
  if (typeof header !== 'string' || header.length > maxCachedLength) return negotiate()
  const key = `${kind} ${available.join()} ${header}`
  const earlier = results.get(key)
  if (earlier !== undefined) return earlier as Result
  const result = negotiate()
  results.set(key, result)
  return result
}

export type Encoding = 'br' | 'gzip' | 'plain'

/**
 * Returns the encoding of `available` with the highest weight in an Accept-Encoding header, the smallest among
 * equals; `plain` if none is accepted (RFC 9110 §12.5.3).
 */
export function preferredEncoding(
  header: string | string[] | undefined,
  available: Exclude<Encoding, 'plain'>[] = ['br', 'gzip'],
): Encoding {
  return cached({ kind: 'encoding', available, header }, () => {
    const accepted = negotiator('accept-encoding', header).encoding(available, { preferred: available })
    return (accepted as Encoding | undefined) ?? 'plain'
  })
}

/**
 * Returns the supported language with the highest weight in an Accept-Language header; `fallback` if none is
 * named (RFC 9110 §12.5.4).
 */
export function preferredLanguage<F extends string>(header: string | undefined, fallback: F): F | Language {
  // A wildcard selects the first one.
  const available: (F | Language)[] = languages.toSorted(
    (a, b) => Number(b === fallback) - Number(a === fallback),
  )
  const accepted = cached({ kind: 'language', available, header }, () => {
    const language = negotiator('accept-language', header).language(available)
    return (language as F | Language | undefined) ?? ''
  })
  return accepted === '' ? fallback : accepted
}

/** Whether an Accept header names this media type, not by a wildcard, and does not exclude it. */
export const namesMediaType = (header: string | undefined, mediaType: string) =>
  header !== undefined && negotiator('accept', header).mediaTypes().includes(mediaType)
