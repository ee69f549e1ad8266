import type { QuestionBody, QuestionKey } from '../questions/index.ts'
import { dropAt, type Drop, type DropCode, type ExportedFile, type FileQuestion } from './format-types.ts'
import { shortTextLength } from './gift-read.ts'
import { escapeGift } from './gift-syntax.ts'
import { textFromHtml, withoutMedia } from './plain-text.ts'
import { absoluteTolerance, percentOf, sharesOfScoring } from './shares.ts'

interface Writing {
  /** Every text is written as HTML. */
  isHtml: boolean
  losses: Set<DropCode>
}

/** Writes the questions that GIFT can hold, and lists what it cannot. */
export function writeGift(questions: readonly FileQuestion[]): ExportedFile {
  const dropped: Drop[] = []
  const blocks: string[] = []
  for (const [index, question] of questions.entries()) {
    const title = question.name || textFromHtml(question.body.text).text
    const losses = new Set<DropCode>()
    const block = writeBlock(question, losses)
    if (block === null) dropped.push(dropAt(index + 1, 'type_not_supported', title))
    else {
      blocks.push(block)
      for (const code of losses) dropped.push(dropAt(index + 1, code, title))
    }
  }
  return { text: blocks.map((block) => `${block}\n`).join('\n'), dropped }
}

function writeBlock({ name, tags, difficulty, body, key }: FileQuestion, losses: Set<DropCode>) {
  const writing = { isHtml: !isPlainQuestion(body, key), losses }
  const answers = writeAnswers(body, key, writing)
  if (answers === null) return null
  if (difficulty !== null) losses.add('difficulty')
  const comment = tags.map((tag) => `[tag:${tag.replaceAll(']', '\\]')}]`).join(' ')
  const head = [
    ...(comment === '' ? [] : [`// ${comment}\n`]),
    ...(name === '' ? [] : [`::${escapeGift(name)}::`]),
    ...(writing.isHtml ? ['[html]'] : []),
  ]
  const text = textOf(body.text, writing)
  // A text that begins like a comment or a category would be read as one.
  const guard = name === '' && !writing.isHtml && /^(?:\/\/|\$CATEGORY)/.test(text) ? '[plain]' : ''
  return `${head.join('')}${guard}${text}${answers}`
}

/** Whether all texts read the same without HTML. */
function isPlainQuestion(body: QuestionBody, key: QuestionKey) {
  const texts = [
    body.text,
    ...('options' in body ? body.options.map(({ text }) => text) : []),
    ...('prompts' in body ? body.prompts.map(({ text }) => text) : []),
    ...('option_feedback' in key ? Object.values(key.option_feedback) : []),
    ...('feedback' in key ? Object.values(key.feedback) : []),
  ]
  return texts.every((html) => {
    const { text, isPlain } = textFromHtml(html)
    return isPlain && !/[<&]/.test(text) && !/^\[(?:html|moodle|plain|markdown)\]/.test(text)
  })
}

/** A part of a question, in which the name of a format at the beginning would be read as such. */
const partOf = (html: string, writing: Writing) =>
  textOf(html, writing).replace(/^\[(?=html|moodle|plain|markdown)/, '&#91;')

function textOf(html: string, { isHtml, losses }: Writing) {
  if (!isHtml) return escapeGift(textFromHtml(html).text)
  const { html: rest, hasMedia } = withoutMedia(html)
  if (hasMedia) losses.add('media')
  return escapeGift(rest)
}

/** A text that the format holds without HTML only. */
function plainOf(html: string, { losses }: Writing) {
  const { text, isPlain } = textFromHtml(html)
  if (!isPlain) losses.add('formatting')
  return escapeGift(text)
}

type TypeOf<T extends QuestionBody['type']> = {
  body: Extract<QuestionBody, { type: T }>
  key: Extract<QuestionKey, { type: T }>
}
type Writers = { [T in QuestionBody['type']]?: (question: TypeOf<T>, writing: Writing) => string | null }

const writers: Writers = {
  information: () => '',
  essay({ body, key }, { losses }) {
    if (key.guidance !== '') losses.add('guidance')
    if (body.min_words > 0 || body.max_words > 0 || !body.is_rich) losses.add('settings')
    return ' {'
  },
  true_false({ key }, writing) {
    const { correct, incorrect } = key.feedback
    const feedback = [incorrect, correct].map((html) => `#${partOf(html, writing)}`)
    if (correct === '') feedback.pop()
    return ` {${key.correct ? 'TRUE' : 'FALSE'}${correct + incorrect === '' ? '' : feedback.join('')}`
  },
  short_text({ body, key }, { losses }) {
    if (body.max_length !== shortTextLength || key.is_case_sensitive || key.are_accents_ignored)
      losses.add('settings')
    return ` {${key.accepted.map(({ text, fraction }) => ` =${percent(fraction)}${escapeGift(text)}`).join('')} `
  },
  number({ key }, { losses }) {
    const answers = key.accepted.map(({ fraction, unit, ...accepted }) => {
      if (unit !== '') losses.add('units')
      if (accepted.tolerance_kind === 'relative') losses.add('settings')
      return ` =${percent(fraction)}${accepted.value}:${absoluteTolerance(accepted) ?? 0}`
    })
    return ` {#${answers.join('')} `
  },
  matching({ body, key }, writing) {
    if (key.scoring !== 'partial') writing.losses.add('settings')
    const choice = (id: string) => plainOf(body.choices.find((one) => one.id === id)!.text, writing)
    const pairs = body.prompts.map(
      ({ id, text }) => ` =${partOf(text, writing)} -> ${choice(key.pairs[id]!)}`,
    )
    const used = new Set(Object.values(key.pairs))
    const others = body.choices.filter(({ id }) => !used.has(id)).map(({ id }) => ` = -> ${choice(id)}`)
    return ` {${[...pairs, ...others].join('')} `
  },
  single_choice({ body, key }, writing) {
    if (!body.is_shuffled) writing.losses.add('settings')
    const options = body.options.map(({ id, text }) => {
      const fraction = key.fractions[id] ?? 0
      const sign = fraction === 1 ? '=' : `~${percent(fraction, 0)}`
      return ` ${sign}${partOf(text, writing)}${feedbackOf(key.option_feedback[id], writing)}`
    })
    return ` {${options.join('')} `
  },
  multiple_choice({ body, key }, writing) {
    if (!body.is_shuffled) writing.losses.add('settings')
    const { shareOf, isExact } = sharesOfScoring(body.options.length, key)
    if (!isExact) writing.losses.add('settings')
    const options = body.options.map(({ id, text }) => {
      return ` ~%${percentOf(shareOf(id))}%${partOf(text, writing)}${feedbackOf(key.option_feedback[id], writing)}`
    })
    return ` {${options.join('')} `
  },
}

const percent = (fraction: number, usual = 1) => (fraction === usual ? '' : `%${percentOf(fraction)}%`)
const feedbackOf = (html: string | undefined, writing: Writing) => (html ? `#${partOf(html, writing)}` : '')

/** What follows the text of the question, null for a type that GIFT does not have. */
function writeAnswers(body: QuestionBody, key: QuestionKey, writing: Writing) {
  const writer = writers[body.type] as ((question: object, writing: Writing) => string | null) | undefined
  const answers = writer?.({ body, key }, writing) ?? null
  if (answers === null || !('feedback' in key)) return answers
  const { general, correct, incorrect } = key.feedback
  if (body.type !== 'true_false' && correct + incorrect !== '') writing.losses.add('feedback')
  if (key.hints.length > 0) writing.losses.add('hints')
  return `${answers}${general === '' ? '' : `####${partOf(general, writing)}`}}`
}
