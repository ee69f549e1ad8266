import type { QuestionBody, QuestionKey } from '../questions/index.ts'
import {
  ImportList,
  maxQuestionChars,
  noTexts,
  type DropCode,
  type FileQuestion,
  type ImportedFile,
} from './format-types.ts'
import {
  giftAnswers,
  giftBlocks,
  indexOfSign,
  unescapeGift,
  type GiftAnswer,
  type GiftBlock,
} from './gift-syntax.ts'
import { htmlFromText, normalizeLines, withoutMedia } from './plain-text.ts'
import { decimalFrom, rangeMiddle, scoringOfShares, shareFromPercent } from './shares.ts'

type Format = 'moodle' | 'html' | 'plain' | 'markdown'
type Question = Pick<FileQuestion, 'body' | 'key'>

/** What a block is read with: its format of texts, and what it loses. */
interface Reading {
  format: Format
  losses: Set<DropCode>
  newPartId: () => string
}

/** Reads questions in the format GIFT. https://docs.moodle.org/405/en/GIFT_format */
export function readGift(file: string, newPartId: () => string): ImportedFile {
  const list = new ImportList()
  for (const block of giftBlocks(normalizeLines(file))) {
    if (block.text.trimStart().startsWith('$CATEGORY:')) list.drop(block.line, 'category', block.text)
    else if (block.text.length > maxQuestionChars) list.drop(block.line, 'question_too_long', block.text)
    else addBlock(list, block, newPartId)
  }
  return list.result()
}

function addBlock(list: ImportList, { line, text: source, tags }: GiftBlock, newPartId: () => string) {
  const reading: Reading = { format: 'moodle', losses: new Set(), newPartId }
  const { name, format, rest } = headOf(source)
  reading.format = format ?? 'moodle'
  const question = readQuestion(rest, reading)
  if (question) list.add(line, { name, tags, difficulty: null, ...question }, reading.losses)
  else list.drop(line, 'question_invalid', source)
}

function headOf(source: string) {
  const titled = /^\s*::((?:\\[^]|(?!::)[^\\])*)::/.exec(source)
  const behind = titled ? source.slice(titled[0].length) : source
  const { format, text } = formatOf(behind)
  return { name: titled ? unescapeGift(titled[1]!).slice(0, 200) : '', format, rest: text }
}

function formatOf(text: string) {
  const format = /^\s*\[(html|moodle|plain|markdown)\]/.exec(text)
  return format ? { format: format[1] as Format, text: text.slice(format[0].length) } : { format: null, text }
}

/** HTML of an escaped text that may name its own format. */
function htmlOf(escaped: string, reading: Reading) {
  const { format, text } = formatOf(escaped)
  return htmlIn(format ?? reading.format, text, reading.losses)
}

function htmlIn(kind: Format, escaped: string, losses: Set<DropCode>) {
  const plain = unescapeGift(escaped)
  if (kind === 'markdown') losses.add('formatting')
  const isHtml = kind === 'html' || (kind === 'moodle' && /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i.test(plain))
  if (!isHtml) return htmlFromText(plain)
  const { html, hasMedia } = withoutMedia(plain)
  if (hasMedia) losses.add('media')
  return html
}

function readQuestion(text: string, reading: Reading): Question | null {
  const opening = indexOfSign(text, '{')
  if (opening === -1)
    return {
      body: { type: 'information', text: htmlIn(reading.format, text, reading.losses) },
      key: { type: 'information' },
    }
  const closing = indexOfSign(text, '}', opening + 1)
  if (closing === -1 || indexOfSign(text, '{', closing + 1) !== -1) return null
  const behind = text.slice(closing + 1)
  const stem = behind.trim() === '' ? text.slice(0, opening) : `${text.slice(0, opening)}_____${behind}`
  const { answers, general } = withoutGeneral(text.slice(opening + 1, closing))
  const question = readAnswers({ text: htmlIn(reading.format, stem, reading.losses), answers }, reading)
  if (question && general !== '' && 'feedback' in question.key)
    question.key.feedback.general = htmlOf(general, reading)
  return question
}

/** Takes the general feedback, `####text`, from the end of the answers. */
function withoutGeneral(answers: string) {
  for (let at = indexOfSign(answers, '#'); at !== -1; at = indexOfSign(answers, '#', at + 1))
    if (answers.startsWith('####', at))
      return { answers: answers.slice(0, at), general: answers.slice(at + 4) }
  return { answers, general: '' }
}

interface Parts {
  /** HTML of the question. */
  text: string
  answers: string
}

function readAnswers({ text, answers: source }: Parts, reading: Reading): Question | null {
  const answers = source.trim()
  if (answers === '')
    return {
      body: { type: 'essay', text, min_words: 0, max_words: 0, is_rich: true },
      key: { type: 'essay', guidance: '', ...noTexts() },
    }
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#([^]*))?$/i.exec(answers)
  if (truth) return trueFalse(text, { isTrue: /^t/i.test(truth[1]!), feedback: truth[2] ?? '' }, reading)
  if (answers.startsWith('#')) return number(text, answers.slice(1), reading)
  const list = giftAnswers(answers)
  if (!list) return null
  if (list.every(({ sign, text: pair }) => sign === '=' && pair.includes('->')))
    return matching(text, list, reading)
  if (list.every(({ sign }) => sign === '=')) return shortText(text, list, reading)
  return list.some(({ sign }) => sign === '=')
    ? singleChoice(text, list, reading)
    : multipleChoice(text, list, reading)
}

function trueFalse(
  text: string,
  { isTrue, feedback }: { isTrue: boolean; feedback: string },
  reading: Reading,
): Question {
  const second = indexOfSign(feedback, '#')
  const texts = noTexts()
  texts.feedback.incorrect = htmlOf(second === -1 ? feedback : feedback.slice(0, second), reading)
  if (second !== -1) texts.feedback.correct = htmlOf(feedback.slice(second + 1), reading)
  return { body: { type: 'true_false', text }, key: { type: 'true_false', correct: isTrue, ...texts } }
}

type AcceptedNumber = Extract<QuestionKey, { type: 'number' }>['accepted'][number]

function number(text: string, source: string, reading: Reading): Question | null {
  const first = indexOfSign(source, '=')
  // A first number needs no sign.
  const list = giftAnswers(
    source.slice(0, Math.max(first, 0)).trim() === '' && first !== -1 ? source : `=${source}`,
  )
  const accepted: AcceptedNumber[] = []
  for (const answer of list ?? []) {
    if (answer.feedback.trim() !== '') reading.losses.add('feedback')
    const read = numberOf(answer)
    // Wrong numbers stand in a file for their feedback alone.
    if (answer.sign === '~' || read === 'wrong') continue
    if (!read) return null
    accepted.push(read)
  }
  return {
    body: { type: 'number', text, unit_input: 'none', units: [] },
    key: { type: 'number', accepted, unit_penalty: 0, ...noTexts() },
  }
}

function numberOf({ text, percent }: GiftAnswer): AcceptedNumber | 'wrong' | null {
  const written = unescapeGift(text)
  const fraction = percent === null ? 1 : shareFromPercent(percent)
  if (fraction === null) return null
  if (fraction <= 0 || written === '*') return 'wrong'
  const [low, high] = written.split('..')
  const [value, tolerance] = (high === undefined ? text : '').split(':')
  const middle =
    high === undefined
      ? { value: decimalFrom(value!), tolerance: tolerance === undefined ? '0' : decimalFrom(tolerance) }
      : rangeMiddle(decimalFrom(low!) ?? '', decimalFrom(high) ?? '')
  if (!middle || middle.value === null || middle.tolerance === null) return null
  return {
    value: middle.value,
    tolerance: middle.tolerance,
    tolerance_kind: 'absolute',
    unit: '',
    fraction,
  }
}

function matching(text: string, list: readonly GiftAnswer[], reading: Reading): Question {
  const choices = new Map<string, string>()
  const prompts: { id: string; text: string }[] = []
  const pairs: Record<string, string> = {}
  for (const { text: pair } of list) {
    const arrow = pair.indexOf('->')
    const choice = htmlFromText(unescapeGift(pair.slice(arrow + 2)))
    const choiceId = choices.get(choice) ?? reading.newPartId()
    choices.set(choice, choiceId)
    const prompt = pair.slice(0, arrow)
    // Without a prompt, it is a choice that fits none.
    if (prompt.trim() === '') continue
    const id = reading.newPartId()
    prompts.push({ id, text: htmlOf(prompt, reading) })
    pairs[id] = choiceId
  }
  const body: QuestionBody = {
    type: 'matching',
    text,
    prompts,
    choices: [...choices].map(([html, id]) => ({ id, text: html })),
  }
  return { body, key: { type: 'matching', pairs, scoring: 'partial', ...noTexts() } }
}

function shortText(text: string, list: readonly GiftAnswer[], { losses }: Reading): Question | null {
  const accepted = []
  for (const answer of list) {
    if (answer.feedback.trim() !== '') losses.add('feedback')
    const fraction = answer.percent === null ? 1 : shareFromPercent(answer.percent)
    if (fraction === null) return null
    if (fraction > 0) accepted.push({ text: unescapeGift(answer.text), fraction })
  }
  return {
    body: { type: 'short_text', text, max_length: shortTextLength },
    key: {
      type: 'short_text',
      accepted,
      is_case_sensitive: false,
      are_accents_ignored: false,
      ...noTexts(),
    },
  }
}

/** Characters that a student may type where a file gives no limit. */
export const shortTextLength = 500

/** Options with their ids, shares and feedback; null for an invalid percentage. */
function optionsOf(list: readonly GiftAnswer[], reading: Reading) {
  const option_feedback: Record<string, string> = {}
  const options = []
  for (const { sign, percent, text, feedback } of list) {
    const id = reading.newPartId()
    const share = percent === null ? (sign === '=' ? 1 : 0) : shareFromPercent(percent)
    if (share === null) return null
    options.push({ id, text: htmlOf(text, reading), share })
    if (feedback.trim() !== '') option_feedback[id] = htmlOf(feedback, reading)
  }
  return { options, option_feedback }
}

const withoutShare = ({ id, text }: { id: string; text: string }) => ({ id, text })

function singleChoice(text: string, list: readonly GiftAnswer[], reading: Reading): Question | null {
  const read = optionsOf(list, reading)
  if (!read) return null
  const { options, option_feedback } = read
  if (options.some(({ share }) => share < 0)) reading.losses.add('partial_points')
  const fractions = Object.fromEntries(
    options.filter(({ share }) => share > 0).map(({ id, share }) => [id, share]),
  )
  return {
    body: { type: 'single_choice', text, options: options.map(withoutShare), is_shuffled: true },
    key: { type: 'single_choice', fractions, option_feedback, ...noTexts() },
  }
}

/** Options whose percentages are all right or wrong shares are scored in the same way; others lose their shares. */
function multipleChoice(text: string, list: readonly GiftAnswer[], reading: Reading): Question | null {
  const read = optionsOf(list, reading)
  if (!read) return null
  const { options, option_feedback } = read
  const { correct, scoring, isExact } = scoringOfShares(options)
  if (!isExact) reading.losses.add('partial_points')
  return {
    body: { type: 'multiple_choice', text, options: options.map(withoutShare), is_shuffled: true },
    key: {
      type: 'multiple_choice',
      correct,
      scoring,
      option_feedback,
      ...noTexts(),
    },
  }
}
