import type { FontSubset } from './families.ts'

/**
 * Letters, marks and signs that the latin files keep: Western and West African languages, currencies,
 * typography.
 */
const latin = [
  ['\u0020', '\u007e'],
  ['\u00a0', '\u017f'],
  ['ǸǹḾḿṢṣẸẹỊịỌọỤụƁɓƊɗƘƙƳƴŊŋƏəƐɛƆɔ'],
  ['\u0300\u0301\u0302\u0303\u0304\u0308\u030c\u0323\u0329\u0331'],
  ['ʼʻˆ˜–—‘’‚“”„†•…‰‹›⁄'],
  ['\u2009\u200b\u200c\u200d\u202f\u2060'],
  ['₦€₵₱₹₺₽₿™←↑→↓−√≈≠≤≥×÷'],
] as const

const expand = (entry: readonly string[]): string[] => {
  const [first, last] = entry
  if (last === undefined) return Array.from(first!)
  const from = first!.codePointAt(0)!
  return Array.from({ length: last.codePointAt(0)! - from + 1 }, (_, index) =>
    String.fromCodePoint(from + index),
  )
}

/** `U+0041-005A,U+20AC` as code points. */
function parseRange(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [from, to = from] = part.trim().replace('U+', '').split('-') as [string, string?]
    const start = Number.parseInt(from, 16)
    return Array.from({ length: Number.parseInt(to!, 16) - start + 1 }, (_, index) => start + index)
  })
}

/**
 * Characters of a published subset that the file includes. Arabic and Ethiopic include the blocks of living
 * languages.
 */
export function charactersOf(subset: FontSubset, range: string): string {
  const offered = parseRange(range)
  const allowedCodePoints =
    subset === 'arabic' || subset === 'ethiopic' ? null : new Set(latin.flatMap(expand))
  const isMark = (code: number) => code >= 0x300 && code <= 0x36f
  const isIncluded = (code: number) =>
    allowedCodePoints
      ? allowedCodePoints.has(String.fromCodePoint(code)) && !(subset === 'latin-ext' && isMark(code))
      : code <= 0x1399 || (code >= 0x2000 && code <= 0x206f) || isArabicForm(code)
  return offered
    .filter(isIncluded)
    .map((code) => String.fromCodePoint(code))
    .join('')
}

/** Presentation forms that occur in old documents. */
const isArabicForm = (code: number) => code >= 0xfb50 && code <= 0xfefc

/** Characters as the shortest `unicode-range`. */
export function unicodeRange(characters: string): string {
  const codes = Array.from(characters, (character) => character.codePointAt(0)!).toSorted((a, b) => a - b)
  const runs: [number, number][] = []
  for (const code of codes) {
    const last = runs.at(-1)
    if (last && code === last[1] + 1) last[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ')
}
