/** A text as a reader sees it, with where each of its UTF-16 units came from. */
export interface NormalizedText {
  text: string
  /** For each unit of `text`, where its character begins in the given text; one more for the end. */
  from: number[]
  /** For each unit of `text`, where its character ends in the given text. */
  to: number[]
}

/** A character with the marks that stand on it; or white space; so what is compared is never half a letter. */
const character = /\s+|[\u00ad\u200b\u2060\ufeff]|\P{M}\p{M}*|\p{M}+/gu
const unseen = /^[\u00ad\u200b\u2060\ufeff]$/u

/** Composed letters, single spaces, nothing that is not seen. Spaces at the ends go. */
export function normalizeText(given: string): NormalizedText {
  const tidied: NormalizedText = { text: '', from: [], to: [] }
  // Looking at the end of a text that grows copies all of it, each time.
  let endsInSpace = true
  for (const { 0: raw, index } of given.matchAll(character)) {
    if (unseen.test(raw)) continue
    const isSpace = /^\s/.test(raw)
    if (isSpace && endsInSpace) continue
    endsInSpace = isSpace
    const shown = isSpace ? ' ' : raw.normalize('NFC')
    tidied.text += shown
    for (let unit = 0; unit < shown.length; unit++) {
      tidied.from.push(index)
      tidied.to.push(index + raw.length)
    }
  }
  if (tidied.text.endsWith(' ')) {
    tidied.text = tidied.text.slice(0, -1)
    tidied.from.pop()
    tidied.to.pop()
  }
  return tidied
}
