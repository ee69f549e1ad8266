/** Removes case and accents and keeps the length, like the comparison of the server. */
export const foldText = (text: string) =>
  Array.from(
    text,
    (letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, 1) || letter,
  ).join('')

/** The words of a query, without case and accents. */
export const foldedWords = (query: string) =>
  foldText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A part of a text. */
export interface TextPart {
  text: string
  isFound: boolean
}

/** Splits a text into parts; words that begin like a word of the query are separate. */
export function highlightParts(text: string, query: string): TextPart[] {
  const words = foldedWords(query)
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .filter(Boolean)
    .map((part) => ({ text: part, isFound: words.some((word) => foldText(part).startsWith(word)) }))
}

/** Letters from which a word may contain one typing error. */
const minLetters = 4

/** Whether a word begins like a typed one with at most one letter missing, added, changed or swapped with the next. */
export function resembles(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true
  if (typed.length < minLetters) return false
  const at = Array.from(typed).findIndex((letter, position) => letter !== word[position])
  const rest = (text: string, from: number) => text.slice(from)
  const swapped = typed.slice(0, at) + (typed[at + 1] ?? '') + typed[at] + rest(typed, at + 2)
  return (
    word.startsWith(swapped) ||
    rest(word, at + 1).startsWith(rest(typed, at + 1)) ||
    rest(word, at + 1).startsWith(rest(typed, at)) ||
    rest(word, at).startsWith(rest(typed, at + 1))
  )
}
