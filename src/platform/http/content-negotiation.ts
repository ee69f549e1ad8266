import Negotiator from 'negotiator'
import type { Language } from '../client/api/page-request-context.ts'

/** A header may have 16 kB. What browsers send is shorter than this. */
const maxLength = 1_000

/** An option of version 1 that the published types lack. */
interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined
}

const negotiator = (name: string, header: string | string[] | undefined): Negotiator & WithPreference =>
  new Negotiator({
    headers: { [name]: header === undefined ? undefined : String(header).slice(0, maxLength) },
  })

export type Encoding = 'br' | 'gzip' | 'plain'

/**
 * The encoding of `available` with the highest weight in an Accept-Encoding header, and among equal ones the smallest;
 * `plain` where none is accepted (RFC 9110 §12.5.3).
 */
export function preferredEncoding(
  header: string | string[] | undefined,
  available: Exclude<Encoding, 'plain'>[] = ['br', 'gzip'],
): Encoding {
  const accepted = negotiator('accept-encoding', header).encoding(available, { preferred: available })
  return (accepted as Encoding | undefined) ?? 'plain'
}

/**
 * The language of ours with the highest weight in an Accept-Language header; `fallback` where none of ours is named
 * (RFC 9110 §12.5.4).
 */
export function preferredLanguage<F extends string>(header: string | undefined, fallback: F) {
  // A wildcard accepts the first one.
  const available: (F | Language)[] = fallback === 'fr' ? ['fr', 'en'] : ['en', 'fr']
  return (negotiator('accept-language', header).language(available) as F | Language | undefined) ?? fallback
}

/** Whether an Accept header names this media type itself, not by a wildcard, and does not exclude it. */
export const namesMediaType = (header: string | undefined, mediaType: string) =>
  header !== undefined && negotiator('accept', header).mediaTypes().includes(mediaType)
