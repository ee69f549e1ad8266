import { sanitise } from '#platform/security/sanitise.ts'

/** Characters of sanitised text that are remembered in the process. */
const room = 8_000_000

const known = new Map<string, string>()
let used = 0

/**
 * Rich text as it may be shown. It was sanitised when it was written; it is again when it is read, so that a rule made
 * stricter holds for old texts too. A lesson is read far more often than it changes, hence the memory (2.7 ms → 25 µs
 * for 20 kB).
 */
export function safeHtml(html: string): string {
  const remembered = known.get(html)
  if (remembered !== undefined) return remembered
  const safe = sanitise(html)
  known.set(html, safe)
  used += html.length
  for (const [oldest] of known) {
    if (used <= room) break
    known.delete(oldest)
    used -= oldest.length
  }
  return safe
}
