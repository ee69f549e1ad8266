/** A normalised text with the original position of each of its UTF-16 units. */
export interface NormalizedText {
  text: string
  /** For each unit of `text`, the start of its character in the original text; one more entry for the end. */
  originalStarts: number[]
  /** For each unit of `text`, the end of its character in the original text. */
  originalEnds: number[]
}

/** A character with its combining marks, or white space, so that comparison never splits a letter. */
const character = /\s+|[\u00ad\u200b\u2060\ufeff]|\P{M}\p{M}*|\p{M}+/gu
const unseen = /^[\u00ad\u200b\u2060\ufeff]$/u

/** Normalises a text: composed letters (NFC), single spaces, no invisible characters, trimmed. */
export function normalizeText(given: string): NormalizedText {
  const tidied: NormalizedText = { text: '', originalStarts: [], originalEnds: [] }
  // Reading the end of a growing string would copy all of it each time.
  let endsInSpace = true
  for (const { 0: raw, index } of given.matchAll(character)) {
    if (unseen.test(raw)) continue
    const isSpace = /^\s/.test(raw)
    if (isSpace && endsInSpace) continue
    endsInSpace = isSpace
    const shown = isSpace ? ' ' : raw.normalize('NFC')
    tidied.text += shown
    for (let unit = 0; unit < shown.length; unit++) {
      tidied.originalStarts.push(index)
      tidied.originalEnds.push(index + raw.length)
    }
  }
  if (tidied.text.endsWith(' ')) {
    tidied.text = tidied.text.slice(0, -1)
    tidied.originalStarts.pop()
    tidied.originalEnds.pop()
  }
  return tidied
}
