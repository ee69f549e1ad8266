import type { SearchTerm } from '#content-chunks/index.ts'
import type { StopWordLanguage } from './stop-words.ts'
import { irregularWords } from './irregular-words.ts'

type Form = SearchTerm['forms'][number]

/** Minimum length of a prefix; shorter ones match too much. */
const shortest = 4

const undoubled = (root: string) => (/([b-df-hj-np-tv-z])\1$/.test(root) ? root.slice(0, -1) : root)

/** Possible base forms of a word, most likely last. */
function english(word: string): string[] {
  const group = irregularWords.get(word)
  if (group) return [...group.slice(1), group[0]!]
  if (word.endsWith('ies') && word.length > 4) return [word.slice(0, -1), `${word.slice(0, -3)}y`]
  if (word.endsWith('ing') && word.length > 5) return verb(word.slice(0, -3))
  if (word.endsWith('ed') && word.length > 4) return verb(word.slice(0, -2))
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -1), word.slice(0, -2)]
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word) && word.length > 3) return [word.slice(0, -1)]
  return []
}

/** `mak` comes from make, `runn` from run, `knead` from itself. */
const verb = (stem: string) => [`${stem}e`, stem, ...(undoubled(stem) === stem ? [] : [undoubled(stem)])]

const endings =
  /(?:iss(?:ons|ez|ent|ant|ait|aient|e)|erent|aient|eront|ants?|antes?|ements?|ages?|ee|er|ez|ents?|ait|ons|ir|it|e)$/

function french(word: string): string[] {
  if (word.endsWith('aux') && word.length > 4) return [`${word.slice(0, -3)}al`, word.slice(0, -1)]
  const single = /[sx]$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
  const stem = (/[oe]ns$|nts$/.test(word) ? word : single).replace(endings, '')
  return [...(single === word ? [] : [single]), ...(stem.length >= shortest && stem !== single ? [stem] : [])]
}

/** For unknown languages, only endings are removed. */
const unknown = (word: string) => (word.length > 6 ? [word.slice(0, -2)] : [])

const rootsOf = (word: string, language: StopWordLanguage | null) =>
  language === 'en' ? english(word) : language === 'fr' ? french(word) : unknown(word)

/** A short word matches itself and its plural; a longer one also as a prefix. */
const asForms = (text: string): Form[] =>
  text.length >= shortest
    ? [{ text, begins: true }]
    : [
        { text, begins: false },
        { text: `${text}s`, begins: false },
      ]

/** Spellings that match a word: its own, and those of its base forms. */
export function wordForms(word: string, language: StopWordLanguage | null): Form[] {
  const roots = rootsOf(word, language)
  // A question with "bake" also matches "baking".
  const more =
    language === 'en' && /[^e]e$/.test(word) && word.length >= shortest ? [`${word.slice(0, -1)}ing`] : []
  const all = [word, ...roots, ...more].flatMap(asForms)
  return all.filter(
    ({ text }, position) =>
      all.findIndex((other) => other.text === text) === position &&
      !all.some((other) => other.begins && other.text !== text && text.startsWith(other.text)),
  )
}

/** One stem for all forms of a word. */
export function wordStem(word: string, language: StopWordLanguage | null): string {
  const root = rootsOf(word, language).at(-1) ?? word
  return language === 'en' && root.length > shortest && root.endsWith('e') ? root.slice(0, -1) : root
}

/** Whether a normalised word of a text matches one of these forms. */
export const matchesForm = (word: string, forms: readonly Form[]) =>
  forms.some(({ text, begins }) => (begins ? word.startsWith(text) : word === text))
