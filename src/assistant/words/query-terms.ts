import type { SearchTerm } from '#content-chunks/index.ts'
import { stopWords, type StopWordLanguage } from './stop-words.ts'
import { wordForms, wordStem } from './word-forms.ts'

export interface QueryTerm extends SearchTerm {
  /** Stem of the word, by which questions are compared. */
  root: string
}

/** Maximum number of terms of a question. */
const maxTerms = 16
const longestWord = 60

/** Without case and accents, like the search. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')

export const tokenize = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Language with the most stop words; null if there are none, then no word is a stop word. */
export function detectLanguage(words: readonly string[]): StopWordLanguage | null {
  const count = (language: StopWordLanguage) => words.filter((word) => stopWords[language].has(word)).length
  const [en, fr] = [count('en'), count('fr')]
  if (en === 0 && fr === 0) return null
  return fr > en ? 'fr' : 'en'
}

/** Question phrases whose second word would count as a term. */
const askingPhrases = /\bhow\s+(?:long|often|far|soon)\b|\bcombien\s+de\s+(?:temps|fois)\b/g

/** Terms of a question: its words without stop words, each once. */
export function queryTerms(question: string): QueryTerm[] {
  const all = tokenize(question)
  const language = detectLanguage(all)
  const words = tokenize(foldText(question).replace(askingPhrases, ' '))
  const terms = new Map<string, QueryTerm>()
  for (const word of words) {
    if (terms.size >= maxTerms) break
    if (saysNothing(word, language)) continue
    const root = wordStem(word, language)
    if (!terms.has(root)) terms.set(root, { root, forms: wordForms(word.slice(0, longestWord), language) })
  }
  return [...terms.values()]
}

function saysNothing(word: string, language: StopWordLanguage | null) {
  if (language !== null && stopWords[language].has(word)) return true
  // A single letter means nothing; a digit, or a character that is a word, does.
  return (
    word.length === 1 && /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u.test(word)
  )
}
