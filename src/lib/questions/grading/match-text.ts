export interface TextMatching {
  is_case_sensitive: boolean
  are_accents_ignored: boolean
}

export interface AcceptedText {
  text: string
  fraction: number
}

const apostrophes = /[‘’ʼ′＇]/g
const quotes = /[“”„″]/g
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/**
 * Accents, tones and vowel points that readers may omit. Vowel signs of Devanagari and the voicing marks of Japanese
 * are letters and stay.
 */
const accents = /[[[\p{Script=Inherited}\p{Script=Hebrew}]&&\p{Mn}]--[\u3099\u309a]]/gv

/** The highest share of the accepted texts that match; 0 if none does. */
export function bestTextFraction(accepted: readonly AcceptedText[], text: string, matching: TextMatching) {
  const given = normaliseText(text, matching)
  if (given === '') return 0
  return accepted.reduce(
    (best, { text: pattern, fraction }) =>
      fraction > best && matchesPattern(piecesOf(pattern, matching), given) ? fraction : best,
    0,
  )
}

/** One spelling of a text: Unicode form NFC, single spaces, straight quotes; letter case and accents as requested. */
export function normaliseText(text: string, { is_case_sensitive, are_accents_ignored }: TextMatching) {
  const spaced = text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(/\s+/g, ' ')
    .trim()
  const cased = is_case_sensitive ? spaced : spaced.toLowerCase()
  return (are_accents_ignored ? cased.normalize('NFD').replace(accents, '') : cased).normalize('NFC')
}

/** The texts between the `*` of a pattern; `\*` is an asterisk. */
function piecesOf(pattern: string, matching: TextMatching) {
  const asterisk = '\ue000'
  const escaped = pattern.replaceAll(String.raw`\*`, asterisk)
  return normaliseText(escaped, matching)
    .split('*')
    .map((piece) => piece.replaceAll(asterisk, '*'))
}

/**
 * Whether the pieces occur in the text in this order, the first at its start and the last at its end. Takes linear
 * time: the leftmost occurrence of each piece leaves the longest rest.
 */
export function matchesPattern(pieces: readonly string[], text: string): boolean {
  const [first = '', ...others] = pieces
  const last = others.pop()
  if (last === undefined) return text === first
  const end = text.length - last.length
  if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false
  let position = first.length
  for (const piece of others) {
    const found = indexIn(text, piece, position)
    if (found === -1) return false
    position = found + piece.length
  }
  return position <= end
}

/** Knuth-Morris-Pratt: `indexOf` takes quadratic time for texts such as «aaaab». */
function indexIn(text: string, piece: string, from: number) {
  const borders = bordersOf(piece)
  let matched = 0
  for (let index = from; index < text.length && matched < piece.length; index++) {
    while (matched > 0 && text[index] !== piece[matched]) matched = borders[matched - 1]!
    if (text[index] === piece[matched]) matched++
    if (matched === piece.length) return index - matched + 1
  }
  return piece === '' ? from : -1
}

/** For each beginning of the text, the length of its longest end that is also its beginning. */
function bordersOf(piece: string) {
  const borders = [0]
  let matched = 0
  for (let index = 1; index < piece.length; index++) {
    while (matched > 0 && piece[index] !== piece[matched]) matched = borders[matched - 1]!
    if (piece[index] === piece[matched]) matched++
    borders.push(matched)
  }
  return borders
}
