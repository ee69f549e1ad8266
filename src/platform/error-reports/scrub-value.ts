import { redactUrl } from '#lib/urls/redact-url.ts'

const maxText = 2_000
const maxDepth = 12
const maxEntries = 200

/** Fields with personal data or credentials, whatever their value. */
const privateFields =
  /^(?:e?-?mail|username|ip_address|cookies?|headers|authorization|password|token|secret|geo|query_string|first_?name|last_?name|phone)$/i
const outsideEmail = /[\s@"'<>()[\]{},;:\\]/
const maxLocalPart = 64
const maxDomain = 190
/** Session tokens, hashes and similar. */
const longWord = /[\w-]{32,}/g
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{32}$/i
const address = /https?:\/\/[^\s"'<>()]{1,2000}/g

/** Removes e-mail addresses, tokens and secrets of addresses from a text. */
export const scrubText = (text: string): string =>
  withoutEmails(text.slice(0, maxText).replace(address, (found) => redactUrl(found))).replace(
    longWord,
    (found) => (isCode(found) ? '[code]' : found),
  )

/** Searches from each @ to both sides, in linear time. */
function withoutEmails(text: string): string {
  const parts: string[] = []
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > done && at - start < maxLocalPart && !outsideEmail.test(text[start - 1]!)) start--
    let end = at + 1
    while (end < text.length && end - at < maxDomain && !outsideEmail.test(text[end]!)) end++
    if (start === at || end === at + 1) continue
    parts.push(text.slice(done, start), '[email]')
    done = end
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

const isCode = (word: string) => /\d/.test(word) && /[A-Za-z]/.test(word) && !uuid.test(word)

const secretParameter =
  /([?&][\w.-]{0,40}(?:token|code|secret|password|signature|email)[\w.-]{0,40}=)[^&#"\\\s]{1,2000}/gi

/** Removes secrets of addresses from a screen recording, whose texts the browser has masked. */
export const scrubRecording = (text: string): string => withoutEmails(text.replace(secretParameter, '$1'))

/** Scrubs everything in a report; omits what is too deep or too large. */
export function scrubValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.startsWith('/') ? scrubText(redactUrl(value)) : scrubText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return null
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((entry) => scrubValue(entry, depth + 1))
  const entries = Object.entries(value).filter(([name]) => !privateFields.test(name))
  return Object.fromEntries(
    entries.slice(0, maxEntries).map(([name, inner]) => [name, scrubValue(inner, depth + 1)]),
  )
}
