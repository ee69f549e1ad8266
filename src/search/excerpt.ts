const maxLetters = 140
const lettersBefore = 40

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** About 140 characters of a text around the first word that begins with a word of the query. */
export function excerpt(text: string, query: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= maxLetters) return plain
  const typed = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  let at = 0
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    if (typed.some((part) => fold(word).startsWith(part))) {
      at = index
      break
    }
  const from = at <= lettersBefore ? 0 : plain.indexOf(' ', at - lettersBefore) + 1
  const rest = plain.slice(from)
  const end = rest.length <= maxLetters ? rest.length : rest.lastIndexOf(' ', maxLetters)
  const part = rest.slice(0, end > 0 ? end : maxLetters)
  return `${from > 0 ? '… ' : ''}${part}${part.length < rest.length ? ' …' : ''}`
}
