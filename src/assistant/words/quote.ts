import { tokenize, type QueryTerm } from './query-terms.ts'
import { matchesForm } from './word-forms.ts'

/** Maximum length in characters. */
const longest = 360

/** Consecutive sentences with most of the terms: an unchanged part of the text, so that it can be found again. */
export function extractQuote(text: string, terms: readonly Pick<QueryTerm, 'forms'>[]): string {
  const sentences = sentencesOf(text)
  const held = sentences.map((sentence) => {
    const words = tokenize(sentence)
    return terms.map(({ forms }) => words.some((word) => matchesForm(word, forms)))
  })
  let best = { from: 0, to: 0, holds: -1, length: 0 }
  for (let from = 0; from < sentences.length; from += 1) {
    let length = 0
    for (let to = from; to < sentences.length; to += 1) {
      length += sentences[to]!.length
      if (to > from && length > longest) break
      const holds = terms.filter((_term, position) =>
        held.slice(from, to + 1).some((one) => one[position]),
      ).length
      if (holds > best.holds || (holds === best.holds && length < best.length))
        best = { from, to, holds, length }
    }
  }
  // Adds sentences for context while there is room.
  while (best.to + 1 < sentences.length && best.length + sentences[best.to + 1]!.length <= longest) {
    best.to += 1
    best.length += sentences[best.to]!.length
  }
  return chunk(
    sentences
      .slice(best.from, best.to + 1)
      .join('')
      .trim(),
  )
}

/** Splits the text into sentences; joined, they are the text. */
function sentencesOf(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

function chunk(quote: string) {
  if (quote.length <= longest * 1.5) return quote
  const end = quote.lastIndexOf(' ', longest)
  return quote.slice(0, end > longest / 2 ? end : longest)
}
