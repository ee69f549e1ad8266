import { byteOrderMark, csvLine } from '../csv/csv.ts'
import type { QuestionBody, QuestionKey } from '../questions/index.ts'
import { columns, numberedColumns, type CsvQuestion } from './csv-columns.ts'
import { dropAt, type Drop, type DropCode, type ExportedFile, type FileQuestion } from './format-types.ts'
import { shortTextLength } from './gift-read.ts'
import { hasSigns, textFromHtml, withoutMedia } from './plain-text.ts'
import { percentOf } from './shares.ts'

/** Writes the questions that a table can hold, and lists what it cannot. */
export function writeQuestionCsv(questions: readonly FileQuestion[]): ExportedFile {
  const dropped: Drop[] = []
  const rows: CsvQuestion[] = []
  for (const [index, question] of questions.entries()) {
    const title = question.name || textFromHtml(question.body.text).text
    const losses = new Set<DropCode>()
    const row = rowOf(question, losses)
    if (!row) dropped.push(dropAt(index + 1, 'type_not_supported', title))
    else {
      rows.push(row)
      for (const code of losses) dropped.push(dropAt(index + 1, code, title))
    }
  }
  return { text: tableOf(rows), dropped }
}

function tableOf(rows: readonly CsvQuestion[]) {
  const used = columns.flatMap((column) => {
    const width = rows.reduce((longest, row) => Math.max(longest, row[column]?.length ?? 0), 0)
    const isNumbered = numberedColumns.includes(column)
    return Array.from({ length: width }, (_, index) => ({
      column,
      index,
      header: isNumbered ? `${column}_${index + 1}` : column,
    }))
  })
  const lines = rows.map((row) => csvLine(used.map(({ column, index }) => row[column]?.[index] ?? '')))
  return `${byteOrderMark}${csvLine(used.map(({ header }) => header))}${lines.join('')}`
}

function rowOf(
  { name, tags, difficulty, body, key }: FileQuestion,
  losses: Set<DropCode>,
): CsvQuestion | null {
  const parts = partsOf(body, key)
  const write = parts && writers[body.type as keyof Writers]
  if (!write) return null
  const isHtml = parts.some((html) => html !== '' && !isPlain(html))
  const text = (html: string) => {
    if (!isHtml) return textFromHtml(html).text
    const { html: rest, hasMedia } = withoutMedia(html)
    if (hasMedia) losses.add('media')
    return rest
  }
  const { feedback, hints } = 'feedback' in key ? key : { feedback: null, hints: [] }
  const row: CsvQuestion = {
    type: [body.type],
    name: [name],
    question: [text(body.text)],
    ...write({ body, key } as never, { text, losses }),
    tags: [tags.join('; ')],
    difficulty: [difficulty === null ? '' : String(difficulty)],
    feedback: [text(feedback?.general ?? '')],
    feedback_correct: [text(feedback?.correct ?? '')],
    feedback_incorrect: [text(feedback?.incorrect ?? '')],
    hint: hints.map(text),
    text_format: [isHtml ? 'html' : ''],
  }
  return withoutEmpty(row)
}

const withoutEmpty = (row: CsvQuestion) =>
  Object.fromEntries(
    Object.entries(row).filter(([, cells]) => cells.some((cell) => cell !== '')),
  ) as CsvQuestion

const isPlain = (html: string) => {
  const read = textFromHtml(html)
  return read.isPlain && !hasSigns(read.text)
}

/** All HTML texts of a question; null for a type that the table does not have. */
function partsOf(body: QuestionBody, key: QuestionKey) {
  if (body.type === 'information') return [body.text]
  if (!('feedback' in key)) return null
  const lists =
    'options' in body
      ? [body.options]
      : 'prompts' in body
        ? [body.prompts, body.choices]
        : 'items' in body
          ? [body.items]
          : []
  const own = 'option_feedback' in key ? Object.values(key.option_feedback) : []
  return [
    body.text,
    ...lists.flat().map(({ text }) => text),
    ...own,
    ...Object.values(key.feedback),
    ...key.hints,
  ]
}

interface Writing {
  text: (html: string) => string
  losses: Set<DropCode>
}
type TypeOf<T extends QuestionBody['type']> = {
  body: Extract<QuestionBody, { type: T }>
  key: Extract<QuestionKey, { type: T }>
}
type Writers = { [T in QuestionBody['type']]?: (question: TypeOf<T>, writing: Writing) => CsvQuestion }

const shareOf = (number: number, fraction: number) =>
  fraction === 1 ? String(number) : `${number}=${percentOf(fraction)}%`
const sharesOf = (fractions: readonly number[]) =>
  fractions.flatMap((fraction, at) => (fraction > 0 ? [shareOf(at + 1, fraction)] : [])).join(';')
const scoring = (key: { scoring: string }) => [key.scoring === 'partial' ? '' : key.scoring]

const writers: Writers = {
  information: () => ({}),
  essay({ body, key }, { losses }) {
    if (key.guidance !== '') losses.add('guidance')
    if (body.min_words > 0 || body.max_words > 0 || !body.is_rich) losses.add('settings')
    return {}
  },
  true_false: ({ key }) => ({ correct: [String(key.correct)] }),
  short_text({ body, key }, { losses }) {
    if (body.max_length !== shortTextLength || key.is_case_sensitive || key.are_accents_ignored)
      losses.add('settings')
    const fractions = key.accepted.map(({ fraction }) => fraction)
    return {
      option: key.accepted.map(({ text }) => text),
      correct: [fractions.every((fraction) => fraction === 1) ? '' : sharesOf(fractions)],
    }
  },
  number({ body, key }, { losses }) {
    const hasUnit = key.accepted.some(({ unit }) => unit !== '')
    if (body.units.length > 0 || key.unit_penalty > 0 || body.unit_input !== (hasUnit ? 'typed' : 'none'))
      losses.add('settings')
    const fractions = key.accepted.map(({ fraction }) => fraction)
    return {
      option: key.accepted.map(numberText),
      correct: [fractions.every((fraction) => fraction === 1) ? '' : sharesOf(fractions)],
    }
  },
  matching({ body, key }, { text }) {
    const choice = (id: string) => text(body.choices.find((one) => one.id === id)!.text)
    const used = new Set(Object.values(key.pairs))
    const others = body.choices.filter(({ id }) => !used.has(id)).map(({ id }) => `-> ${choice(id)}`)
    const pairs = body.prompts.map((prompt) => `${text(prompt.text)} -> ${choice(key.pairs[prompt.id]!)}`)
    return { option: [...pairs, ...others], scoring: scoring(key) }
  },
  ordering({ body, key }, { text }) {
    const item = (id: string) => text(body.items.find((one) => one.id === id)!.text)
    return { option: key.order.map(item), scoring: scoring(key) }
  },
  single_choice({ body, key }, { text }) {
    return {
      option: body.options.map((option) => text(option.text)),
      correct: [sharesOf(body.options.map(({ id }) => key.fractions[id] ?? 0))],
      shuffled: [body.is_shuffled ? '' : 'no'],
      option_feedback: body.options.map(({ id }) => text(key.option_feedback[id] ?? '')),
    }
  },
  multiple_choice({ body, key }, { text }) {
    return {
      option: body.options.map((option) => text(option.text)),
      correct: [sharesOf(body.options.map(({ id }) => (key.correct.includes(id) ? 1 : 0)))],
      scoring: scoring(key),
      shuffled: [body.is_shuffled ? '' : 'no'],
      option_feedback: body.options.map(({ id }) => text(key.option_feedback[id] ?? '')),
    }
  },
}

function numberText({ value, tolerance, tolerance_kind, unit }: TypeOf<'number'>['key']['accepted'][number]) {
  const kind = tolerance_kind === 'relative'
  const tolerated = tolerance === '0' ? '' : kind ? `±${percentOf(Number(tolerance))}%` : `±${tolerance}`
  return `${value}${tolerated}${unit === '' ? '' : ` ${unit}`}`
}
