import bidiFactory from 'bidi-js'
import type { TextRun } from './text-run.ts'
import { fontStyleOf } from './fonts.ts'

const bidi = bidiFactory()

/** Characters drawn together: one style, one font, one direction. */
export interface LinePiece {
  /** In reading order. */
  text: string
  rightToLeft: boolean
  font: string
  run: TextRun
  width: number
}

export interface TextLine {
  /** In reading order. */
  text: string
  /** From left to right. */
  pieces: LinePiece[]
  width: number
  /** Starts at the right edge. */
  rightToLeft: boolean
}

interface Measure {
  familyOf: (character: string) => string
  widthOf: (text: string, font: string) => number
  maxWidth: number
  /** Direction of each paragraph; by default that of its first letter. */
  direction?: 'ltr' | 'rtl' | undefined
}

/** Breaks runs into lines that fit, and puts the pieces of each line into visual order. */
export function breakIntoLines(runs: TextRun[], measure: Measure): TextLine[] {
  const lines: TextLine[] = []
  for (const paragraph of paragraphsOf(runs)) lines.push(...linesOfParagraph(paragraph, measure))
  return lines
}

/** Explicit line breaks. */
function paragraphsOf(runs: TextRun[]): TextRun[][] {
  const paragraphs: TextRun[][] = [[]]
  for (const run of runs)
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) paragraphs.push([])
      if (text !== '') paragraphs.at(-1)!.push({ ...run, text: text.replaceAll('\t', '    ') })
    }
  return paragraphs
}

interface Atom extends Omit<LinePiece, 'width' | 'rightToLeft'> {
  level: number
}

function linesOfParagraph(runs: TextRun[], measure: Measure): TextLine[] {
  const text = runs.map((run) => run.text).join('')
  if (text === '') return [{ text, pieces: [], width: 0, rightToLeft: false }]
  const levels = bidi.getEmbeddingLevels(text, measure.direction ?? 'auto')
  const rightToLeft = (levels.paragraphs[0]?.level ?? 0) % 2 === 1
  const lines: TextLine[] = []
  let line: Atom[] = []
  let width = 0
  const end = () => {
    lines.push(lineOf(line, measure, rightToLeft))
    line = []
    width = 0
  }
  for (const word of wordsOf(atomsOf(runs, levels.levels, measure.familyOf))) {
    const wide = widthOfAll(
      word.filter(({ text: character }) => character !== ' '),
      measure,
    )
    if (width > 0 && width + wide > measure.maxWidth) end()
    if (wide <= measure.maxWidth) {
      line.push(...word)
      width += widthOfAll(word, measure)
      continue
    }
    // A word longer than a line is broken at the end of the line.
    for (const atom of word) {
      const one = widthOfAll([atom], measure)
      if (width > 0 && width + one > measure.maxWidth) end()
      line.push(atom)
      width += one
    }
  }
  if (line.length > 0) end()
  return lines
}

/** A character with its combining marks, and the direction of the first. */
function atomsOf(runs: TextRun[], levels: Uint8Array, familyOf: Measure['familyOf']): Atom[] {
  const atoms: Atom[] = []
  let at = 0
  for (const run of runs) {
    for (const [text] of run.text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
      const family = text === ' ' ? (atoms.at(-1)?.font.split(' ')[0] ?? 'sans') : familyOf(text)
      atoms.push({ text, run, font: `${family} ${fontStyleOf(run)}`, level: levels[at] ?? 0 })
      at += text.length
    }
  }
  return atoms
}

/** Scripts without spaces: a line may break between any two characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Characters that may not start a line, and those that may not end one. */
const closing = /[\p{Pe}\p{Pf}\u3001\u3002\uff0c\uff0e\uff01\uff1f\uff1a\uff1b\u30fb\u30fc\u3005.,!?:;]/u
const opening = /[\p{Ps}\p{Pi}]/u

const mayPart = (before: string, after: string) =>
  (unspaced.test(before) || unspaced.test(after)) && !closing.test(after) && !opening.test(before)

/**
 * Groups atoms between line break opportunities: after spaces and hyphens, and between characters of scripts
 * without spaces.
 */
function wordsOf(atoms: Atom[]): Atom[][] {
  const words: Atom[][] = []
  let open = false
  for (const atom of atoms) {
    const before = words.at(-1)?.at(-1)?.text
    if (
      !open ||
      (before === ' ' && atom.text !== ' ') ||
      before === '-' ||
      before === '\u2013' ||
      (before !== undefined && mayPart(before, atom.text))
    )
      words.push([])
    open = true
    words.at(-1)!.push(atom)
  }
  return words
}

const widthOfAll = (atoms: Atom[], { widthOf }: Measure) =>
  joined(atoms).reduce((sum, { text, font }) => sum + widthOf(text, font), 0)

/** Merges neighbours of one style, font and level, so that letters are shaped together. */
function joined(atoms: Atom[]): Atom[] {
  const pieces: Atom[] = []
  for (const atom of atoms) {
    const last = pieces.at(-1)
    if (last && last.run === atom.run && last.font === atom.font && last.level === atom.level)
      last.text += atom.text
    else pieces.push({ ...atom })
  }
  return pieces
}

function lineOf(atoms: Atom[], measure: Measure, rightToLeft: boolean): TextLine {
  const shown = atoms.slice(0, atoms.findLastIndex(({ text }) => text !== ' ') + 1)
  const pieces = reordered(joined(shown)).map(({ level, ...piece }) => ({
    ...piece,
    rightToLeft: level % 2 === 1,
    width: measure.widthOf(piece.text, piece.font),
  }))
  const text = shown.map((atom) => atom.text).join('')
  return { text, pieces, width: pieces.reduce((sum, { width }) => sum + width, 0), rightToLeft }
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs from the highest level down. */
function reordered(pieces: Atom[]): Atom[] {
  const order = [...pieces]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let from = 0; from < order.length; from++) {
      if (order[from]!.level < level) continue
      let to = from
      while (to < order.length && order[to]!.level >= level) to++
      order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  return order
}

const turned = (text: string) => Array.from(text).reverse().join('')
const mirror = (text: string) => Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign).join('')

/** Arabic digits and their signs run from left to right, but shaping reverses them like letters. */
const arabicDigits = /[\u0660-\u066c\u06f0-\u06f9]/u

/** Whether the letters must be shaped together, because shaping reverses them. */
export const isReversed = ({ text, rightToLeft }: Pick<LinePiece, 'text' | 'rightToLeft'>): boolean =>
  rightToLeft || arabicDigits.test(text)

/** Text as shaping needs it: brackets of right-to-left text mirrored, and what it reverses wrongly or not at all reversed. */
export function shapingOrder({ text, rightToLeft }: Pick<LinePiece, 'text' | 'rightToLeft'>): string {
  if (!rightToLeft) return arabicDigits.test(text) ? turned(text) : text
  const mirrored = mirror(text)
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? mirrored : turned(mirrored)
}

/** Text as one sees it from left to right: readers turn it round again. */
export const visualOrder = ({ text, rightToLeft }: Pick<LinePiece, 'text' | 'rightToLeft'>): string =>
  rightToLeft ? turned(mirror(text)) : text
