import type { SoughtTerm } from '#content-chunks/index.ts'
import { emptyWords, type SpokenLanguage } from './stop-words.ts'
import { formsOf, rootOf } from './word-forms.ts'

export interface Term extends SoughtTerm {
  /** What stands for all forms of the word: by it, two questions are compared. */
  root: string
}

/** Enough to know what is asked. */
const most = 16
const longestWord = 60

/** Without case and accents, as the search compares. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')

export const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The language whose small words occur most; null where none does, and no word is known to be empty. */
export function languageOf(words: readonly string[]): SpokenLanguage | null {
  const count = (language: SpokenLanguage) => words.filter((word) => emptyWords[language].has(word)).length
  const [en, fr] = [count('en'), count('fr')]
  if (en === 0 && fr === 0) return null
  return fr > en ? 'fr' : 'en'
}

/** Ways to ask whose second word would else be taken for a subject. */
const askingPhrases = /\bhow\s+(?:long|often|far|soon)\b|\bcombien\s+de\s+(?:temps|fois)\b/g

/** What a question is about: its words but those that only make it a question, each once. */
export function termsOf(question: string): Term[] {
  const all = wordsOf(question)
  const language = languageOf(all)
  const words = wordsOf(folded(question).replace(askingPhrases, ' '))
  const terms = new Map<string, Term>()
  for (const word of words) {
    if (terms.size >= most) break
    if (saysNothing(word, language)) continue
    const root = rootOf(word, language)
    if (!terms.has(root)) terms.set(root, { root, forms: formsOf(word.slice(0, longestWord), language) })
  }
  return [...terms.values()]
}

function saysNothing(word: string, language: SpokenLanguage | null) {
  if (language !== null && emptyWords[language].has(word)) return true
  // A single letter of an alphabet says nothing; a figure, or a sign that is a word by itself, does.
  return (
    word.length === 1 && /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u.test(word)
  )
}
