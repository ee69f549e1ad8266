import type { SearchTerm } from '#content-chunks/index.ts'
import { stopWords, type StopWordLanguage } from './stop-words.ts'
import { wordForms, wordStem } from './word-forms.ts'

export interface QueryTerm extends SearchTerm {
  /** What stands for all forms of the word: by it, two questions are compared. */
  root: string
}

/** Enough to know what is asked. */
const maxTerms = 16
const longestWord = 60

/** Without case and accents, as the search compares. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')

export const tokenize = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The language whose small words occur most; null where none does, and no word is known to be empty. */
export function detectLanguage(words: readonly string[]): StopWordLanguage | null {
  const count = (language: StopWordLanguage) => words.filter((word) => stopWords[language].has(word)).length
  const [en, fr] = [count('en'), count('fr')]
  if (en === 0 && fr === 0) return null
  return fr > en ? 'fr' : 'en'
}

/** Ways to ask whose second word would else be taken for a subject. */
const askingPhrases = /\bhow\s+(?:long|often|far|soon)\b|\bcombien\s+de\s+(?:temps|fois)\b/g

/** What a question is about: its words but those that only make it a question, each once. */
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
  // A single letter of an alphabet says nothing; a figure, or a sign that is a word by itself, does.
  return (
    word.length === 1 && /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u.test(word)
  )
}
