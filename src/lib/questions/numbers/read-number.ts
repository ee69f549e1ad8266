/** First digits of the scripts whose digits are read: Latin, Arabic, Persian, Devanagari and full width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10]
const minus = '-−–‐‑﹣－'
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]/g
/** Number in Latin digits, with an optional power of ten: `1.5e3`, `1,5×10^3`. */
const parts = /^([+-]?)([0-9.,٫٬' ]+)(?:(?:e|[x×*·] ?10\^)([+-]?[0-9]{1,3}))?$/i
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const powers = /[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g

/**
 * Reads a number as people type it: «1,5», «1.5», «١٫٥», «−3», «1 234,5», «1.5×10^3». Returns its possible values in
 * plain decimal notation (`-1234.5`, `1.5e3`): none if the text is no number, and two if it is ambiguous. «1.234» and
 * «1,234» are ambiguous: the separator may mark decimals (the first reading) or thousands.
 */
export function readNumber(text: string): string[] {
  if (text.length > 100) return []
  const match = parts.exec(toLatin(text))
  if (!match) return []
  const [, sign, number = '', exponent] = match
  const suffix = exponent === undefined ? '' : `e${Number(exponent)}`
  const readings = readDigits(number.trim())
  return [...new Set(readings.map((reading) => `${sign === '-' ? '-' : ''}${reading}${suffix}`))]
}

/** The text with Latin digits, one kind of minus, space and comma, and without invisible marks. */
export function toLatin(text: string) {
  let latin = ''
  for (const char of text.replace(invisible, '').trim().replace(powers, powerOf)) latin += latinOf(char)
  return latin
}

/** «³» as `^3`, «⁻¹²» as `^-12`. */
const powerOf = (power: string) =>
  `^${Array.from(power, (char) => (char === '⁻' ? '-' : superscripts.indexOf(char))).join('')}`

function latinOf(char: string) {
  const code = char.codePointAt(0)!
  const zero = zeros.find((first) => code >= first && code <= first + 9)
  if (zero !== undefined) return String(code - zero)
  if (minus.includes(char)) return '-'
  if (char === '،' || char === '，') return ','
  if (char === '’') return "'"
  return /\s/.test(char) ? ' ' : char
}

/** Readings of digits with separators, in plain decimal notation. */
function readDigits(number: string): string[] {
  const text = number.replaceAll('٬', "'")
  if (text.includes('٫')) {
    const [whole = '', fraction = '', ...others] = text.split('٫')
    return others.length > 0 ? [] : decimal(ungroup(whole), fraction)
  }
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return decimal(ungroup(text), '')
  const separator = text[last]!
  const [whole, fraction] = [text.slice(0, last), text.slice(last + 1)]
  const isRepeated = whole.includes(separator)
  const asGroups = isRepeated || isAmbiguous(whole, fraction) ? decimal(ungroup(text, separator), '') : []
  return isRepeated ? asGroups : [...decimal(ungroup(whole), fraction), ...asGroups]
}

/** «1.234» and «12,345», but not «0.234» or «1 234,567». */
const isAmbiguous = (whole: string, fraction: string) =>
  /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction)

/** Removes separators of thousands; null if they do not form groups of three, or of two and three as in India. */
function ungroup(text: string, separator?: string): string | null {
  const used = separator ?? /[.,' ]/.exec(text)?.[0]
  if (used === undefined) return text
  const [first = '', ...groups] = text.split(used)
  const areDigits = [first, ...groups].every((group) => /^\d*$/.test(group))
  const sizes = groups.map((group) => group.length)
  const isGrouped =
    first.length > 0 &&
    first.length <= 3 &&
    sizes.at(-1) === 3 &&
    (sizes.every((size) => size === 3) ||
      (sizes.slice(0, -1).every((size) => size === 2) && first.length <= 2))
  return areDigits && isGrouped ? text.replaceAll(used, '') : null
}

function decimal(whole: string | null, fraction: string) {
  if (whole === null || !/^\d*$/.test(whole) || !/^\d*$/.test(fraction)) return []
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (digits + fraction === '') return []
  return [fraction ? `${digits || '0'}.${fraction}` : digits]
}

/** Separates a number from a unit behind it: «5 km» is `5` and `km`. */
export function splitUnit(text: string): { number: string; unit: string } {
  const trimmed = text.trim()
  if (trimmed.length > 100 || readNumber(trimmed).length > 0) return { number: trimmed, unit: '' }
  for (let end = trimmed.length; end > 0; end--) {
    const number = trimmed.slice(0, end)
    if (!isNumberEnd(number)) continue
    const unit = trimmed.slice(end).trim()
    if (readNumber(number).length > 0)
      return beginsAsUnit(unit) ? { number, unit } : { number: trimmed, unit: '' }
  }
  return { number: trimmed, unit: '' }
}

/** «1.2.3» is not 1.2 with the unit «.3». */
const beginsAsUnit = (unit: string) => !/^[\d.,'٫٬^-]/.test(toLatin(unit))

/** A number before a unit ends with a digit: nothing else needs to be tried. */
const isNumberEnd = (text: string) => /\d/.test(latinOf(text.at(-1)!)) || superscripts.includes(text.at(-1)!)
