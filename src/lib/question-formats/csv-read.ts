import { detectSeparator, parseCsv, UnclosedQuoteError } from '../csv/read.ts'
import { columnOf, csvTypes, type Column, type CsvQuestion, type CsvType } from './csv-columns.ts'
import type { noTexts } from './format-types.ts'
import {
  ImportList,
  maxQuestionChars,
  type DropCode,
  type FileQuestion,
  type ImportedFile,
} from './format-types.ts'
import { shortTextLength } from './gift-read.ts'
import { htmlFromText, normalizeLines, withoutMedia } from './plain-text.ts'
import { decimalFrom, shareFromPercent } from './shares.ts'

type Question = Pick<FileQuestion, 'body' | 'key'>

/** Reads a table with one question in each row; its first row names the columns (`csv-columns.ts`). */
export function readQuestionCsv(file: string, newPartId: () => string): ImportedFile {
  const list = new ImportList()
  const text = normalizeLines(file)
  let headers: ReturnType<typeof columnOf>[] | null = null
  try {
    for (const { line, cells } of parseCsv(text, detectSeparator(text))) {
      if (headers) addRow(list, { line, row: rowOf(headers, cells), newPartId })
      else headers = headersOf(list, line, cells)
      if (!headers) return list.result()
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error
    list.drop(error.line, 'file_invalid', error.message)
  }
  return list.result()
}

function headersOf(list: ImportList, line: number, cells: readonly string[]) {
  const headers = cells.map(columnOf)
  if (headers.some((header) => header?.column === 'question')) {
    for (const [at, header] of headers.entries())
      if (!header && cells[at]!.trim() !== '') list.drop(line, 'settings', cells[at]!)
    return headers
  }
  list.drop(line, 'file_invalid', cells.join(', '))
  return null
}

/** Removes the apostrophe that keeps a spreadsheet from reading a text as a formula. */
const cellText = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '').trim()

function rowOf(headers: ReturnType<typeof columnOf>[], cells: readonly string[]): CsvQuestion {
  const row: CsvQuestion = {}
  for (const [at, header] of headers.entries())
    if (header) (row[header.column] ??= [])[header.index] = cellText(cells[at] ?? '')
  return row
}

interface Row {
  line: number
  row: CsvQuestion
  newPartId: () => string
}

/** What the readers of the types need of a row. */
interface Reading {
  text: string
  /** HTML of the options that are not empty, with their number from 1. */
  options: { number: number; id: string; text: string; source: string; feedback: string }[]
  correct: string
  cell: (column: Column) => string
  texts: ReturnType<typeof noTexts>
  newPartId: () => string
}

function addRow(list: ImportList, { line, row, newPartId }: Row) {
  const cell = (column: Column) => row[column]?.[0] ?? ''
  const name = cell('name') || cell('question')
  if (JSON.stringify(row).length > maxQuestionChars) return list.drop(line, 'question_too_long', name)
  const losses = new Set<DropCode>()
  const html = textReader(cell('text_format') === 'html', losses)
  const options = (row.option ?? []).flatMap((source, at) =>
    source
      ? [
          {
            number: at + 1,
            id: newPartId(),
            text: html(source),
            source,
            feedback: html(row.option_feedback?.[at] ?? ''),
          },
        ]
      : [],
  )
  const type = (cell('type')
    .toLowerCase()
    .replace(/[\s-]+/g, '_') || guessType(cell('correct'), options.length)) as CsvType
  if (!csvTypes.includes(type)) return list.drop(line, 'type_not_supported', name)
  const feedback = {
    general: html(cell('feedback')),
    correct: html(cell('feedback_correct')),
    incorrect: html(cell('feedback_incorrect')),
  }
  const texts = { feedback, hints: (row.hint ?? []).filter(Boolean).map(html) }
  const reading = { text: html(cell('question')), options, correct: cell('correct'), cell, texts, newPartId }
  const question = readers[type](reading)
  if (!question) return list.drop(line, 'question_invalid', name)
  const difficulty = /^[1-5]$/.test(cell('difficulty')) ? Number(cell('difficulty')) : null
  if (difficulty === null && cell('difficulty') !== '') losses.add('difficulty')
  const tags = cell('tags')
    .split(';')
    .map((tag) => tag.trim())
    .filter(Boolean)
  list.add(line, { name: cell('name').slice(0, 200), tags, difficulty, ...question }, losses)
}

const guessType = (correct: string, options: number) =>
  options === 0 ? 'essay' : /[;,]/.test(correct) ? 'multiple_choice' : 'single_choice'

function textReader(isHtml: boolean, losses: Set<DropCode>) {
  return (source: string) => {
    if (!isHtml) return htmlFromText(source)
    const { html, hasMedia } = withoutMedia(source)
    if (hasMedia) losses.add('media')
    return html
  }
}

/** Shares by the number of the option: `1;3`, or `1;2=50%`. Null if a number or share is invalid. */
function sharesOf(correct: string): Map<number, number> | null {
  const shares = new Map<number, number>()
  for (const part of correct
    .split(/[;,]/)
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [, number, percent] = /^(\d{1,2})(?:\s*=\s*([\d.]+)\s*%)?$/.exec(part) ?? []
    const share = percent === undefined ? 1 : shareFromPercent(percent)
    if (number === undefined || share === null) return null
    shares.set(Number(number), share)
  }
  return shares
}

const isNo = (text: string) => /^(?:no|false|0)$/i.test(text)
const scoringOf = ({ cell }: Reading) =>
  cell('scoring') === 'all_or_nothing' ? ('all_or_nothing' as const) : ('partial' as const)
const choices = (reading: Reading) => ({
  text: reading.text,
  options: reading.options.map(({ id, text }) => ({ id, text })),
  is_shuffled: !isNo(reading.cell('shuffled')),
})
const feedbackOf = ({ options }: Reading) =>
  Object.fromEntries(
    options.filter(({ feedback }) => feedback !== '').map(({ id, feedback }) => [id, feedback]),
  )

const readers: Record<CsvType, (reading: Reading) => Question | null> = {
  single_choice(reading) {
    const shares = sharesOf(reading.correct)
    const chosen = reading.options.filter(({ number }) => shares?.has(number))
    if (!shares || chosen.length !== shares.size) return null
    const fractions = Object.fromEntries(chosen.map(({ id, number }) => [id, shares.get(number)!]))
    return {
      body: { type: 'single_choice', ...choices(reading) },
      key: { type: 'single_choice', fractions, option_feedback: feedbackOf(reading), ...reading.texts },
    }
  },
  multiple_choice(reading) {
    const shares = sharesOf(reading.correct)
    const chosen = reading.options.filter(({ number }) => shares?.has(number))
    if (!shares || chosen.length !== shares.size) return null
    return {
      body: { type: 'multiple_choice', ...choices(reading) },
      key: {
        type: 'multiple_choice',
        correct: chosen.map(({ id }) => id),
        scoring: scoringOf(reading),
        option_feedback: feedbackOf(reading),
        ...reading.texts,
      },
    }
  },
  true_false({ text, correct, texts }) {
    const truth = /^(?:(t|true|yes|1)|f|false|no|0)$/i.exec(correct)
    return (
      truth && {
        body: { type: 'true_false', text },
        key: { type: 'true_false', correct: truth[1] !== undefined, ...texts },
      }
    )
  },
  short_text({ text, options, correct, texts }) {
    const shares = sharesOf(correct)
    if (!shares) return null
    const shareOf = (number: number) => shares.get(number) ?? (shares.size === 0 ? 1 : 0)
    const accepted = options
      .map(({ number, source }) => ({ text: source, fraction: shareOf(number) }))
      .filter(({ fraction }) => fraction > 0)
    return {
      body: { type: 'short_text', text, max_length: shortTextLength },
      key: { type: 'short_text', accepted, is_case_sensitive: false, are_accents_ignored: false, ...texts },
    }
  },
  number({ text, options, correct, texts }) {
    const shares = sharesOf(correct)
    const accepted = options.map(({ number, source }) => numberOf(source, shares?.get(number) ?? 1))
    if (!shares || accepted.includes(null)) return null
    const hasUnit = accepted.some((one) => one!.unit !== '')
    return {
      body: { type: 'number', text, unit_input: hasUnit ? 'typed' : 'none', units: [] },
      key: { type: 'number', accepted: accepted.map((one) => one!), unit_penalty: 0, ...texts },
    }
  },
  essay: ({ text, texts }) => ({
    body: { type: 'essay', text, min_words: 0, max_words: 0, is_rich: true },
    key: { type: 'essay', guidance: '', ...texts },
  }),
  matching(reading) {
    const { text, options, texts, newPartId } = reading
    const ids = new Map<string, string>()
    const prompts: { id: string; text: string }[] = []
    const pairs: Record<string, string> = {}
    for (const { id, text: pair } of options) {
      // HTML of a plain text writes the arrow as `-&gt;`.
      const [prompt = '', ...rest] = pair
        .replaceAll('-&gt;', '->')
        .split('->')
        .map((part) => part.trim())
      const choice = rest.join(' -> ')
      if (choice === '') return null
      const choiceId = ids.get(choice) ?? newPartId()
      ids.set(choice, choiceId)
      if (prompt === '') continue
      prompts.push({ id, text: prompt })
      pairs[id] = choiceId
    }
    const all = [...ids].map(([choice, id]) => ({ id, text: choice }))
    return {
      body: { type: 'matching', text, prompts, choices: all },
      key: { type: 'matching', pairs, scoring: scoringOf(reading), ...texts },
    }
  },
  ordering(reading) {
    const items = reading.options.map(({ id, text }) => ({ id, text }))
    return {
      body: { type: 'ordering', text: reading.text, items },
      key: {
        type: 'ordering',
        order: items.map(({ id }) => id),
        scoring: scoringOf(reading),
        ...reading.texts,
      },
    }
  },
  information: ({ text }) => ({ body: { type: 'information', text }, key: { type: 'information' } }),
}

/** A number such as `1.5`, `1.5±0.1 km` or `1.5±5% km`. */
function numberOf(source: string, fraction: number) {
  const [written = '', tolerated, ...others] = source.split(/±|\+-/)
  const [first = '', unit = '', ...words] = (tolerated ?? written).replaceAll(' %', '%').trim().split(/\s+/)
  if (others.length > 0 || words.length > 0 || unit.length > 30) return null
  const value = decimalFrom(tolerated === undefined ? first : written)
  const isRelative = tolerated !== undefined && first.endsWith('%')
  const share = decimalFrom(tolerated === undefined ? '0' : first.replace('%', ''))
  const tolerance = isRelative && share !== null ? decimalFrom(String(Number(share) / 100)) : share
  if (value === null || tolerance === null) return null
  const tolerance_kind = isRelative ? ('relative' as const) : ('absolute' as const)
  return { value, tolerance, tolerance_kind, unit, fraction }
}
