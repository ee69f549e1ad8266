import type { BodyOf, KeyOf } from '../questions/index.ts'
import {
  dropAt,
  ImportList,
  maxQuestionChars,
  noTexts,
  type Drop,
  type ExportedFile,
  type FileQuestion,
  type ImportedFile,
} from './format-types.ts'
import { htmlFromText, lineFromHtml, normalizeLines } from './plain-text.ts'

const optionLine = /^\s*(?<letter>[A-Z])[.)]\s+(?<text>\S.*)$/
const answerLine = /^\s*ANSWER:\s*(?<letter>[A-Za-z])\s*$/i
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

interface Draft {
  line: number
  text: string[]
  options: Map<string, string>
}

/**
 * Reads questions in the format Aiken: a text, options `A.` or `A)`, and `ANSWER: B`.
 * https://docs.moodle.org/405/en/Aiken_format
 */
export function readAiken(file: string, newPartId: () => string): ImportedFile {
  const list = new ImportList()
  let draft: Draft | null = null
  const lines = normalizeLines(file).split('\n')
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    draft ??= { line: at + 1, text: [], options: new Map() }
    const answer = answerLine.exec(line)?.groups?.letter?.toUpperCase()
    if (!answer) {
      addLine(draft, line)
      continue
    }
    addQuestion(list, { draft, answer, newPartId })
    draft = null
  }
  if (draft) list.drop(draft.line, 'question_invalid', draft.text.join(' '))
  return list.result()
}

function addLine(draft: Draft, line: string) {
  const { letter, text } = optionLine.exec(line)?.groups ?? {}
  // A text may begin like an option; options come in the order of the alphabet, behind it.
  if (draft.text.length > 0 && letter === letters[draft.options.size])
    draft.options.set(letter!, text!.trim())
  else if (draft.options.size === 0) draft.text.push(line.trim())
  // A line behind an option continues it.
  else {
    const last = letters[draft.options.size - 1]!
    draft.options.set(last, `${draft.options.get(last)!}\n${line.trim()}`)
  }
}

interface Read {
  draft: Draft
  answer: string
  newPartId: () => string
}

function addQuestion(list: ImportList, { draft, answer, newPartId }: Read) {
  const text = draft.text.join('\n')
  const length = [...draft.options.values()].reduce((sum, option) => sum + option.length, text.length)
  if (length > maxQuestionChars) return list.drop(draft.line, 'question_too_long', text)
  if (!draft.options.has(answer)) return list.drop(draft.line, 'question_invalid', text)
  const options = [...draft.options].map(([letter, option]) => ({
    letter,
    id: newPartId(),
    text: htmlFromText(option),
  }))
  const correct = options.find((option) => option.letter === answer)!
  list.add(draft.line, {
    name: '',
    tags: [],
    difficulty: null,
    body: {
      type: 'single_choice',
      text: htmlFromText(text),
      options: options.map(({ id, text: html }) => ({ id, text: html })),
      is_shuffled: true,
    },
    key: { type: 'single_choice', fractions: { [correct.id]: 1 }, option_feedback: {}, ...noTexts() },
  })
}

/** Writes the single choice questions with one right answer; lists what Aiken cannot hold. */
export function writeAiken(questions: readonly FileQuestion[]): ExportedFile {
  const dropped: Drop[] = []
  const blocks: string[] = []
  for (const [index, { name, tags, difficulty, body, key }] of questions.entries()) {
    const at = index + 1
    const { text } = lineFromHtml(body.text)
    if (
      body.type !== 'single_choice' ||
      key.type !== 'single_choice' ||
      body.options.length > letters.length
    ) {
      dropped.push(dropAt(at, 'type_not_supported', name || text))
      continue
    }
    const written = writeQuestion(body, key)
    if (!written) {
      dropped.push(dropAt(at, 'question_invalid', name || text))
      continue
    }
    blocks.push(written)
    for (const code of lossesOf({ name, tags, difficulty, body, key }))
      dropped.push(dropAt(at, code, name || text))
  }
  return { text: blocks.map((block) => `${block}\n`).join('\n'), dropped }
}

type Choice = Omit<FileQuestion, 'body' | 'key'> & {
  body: BodyOf<'single_choice'>
  key: KeyOf<'single_choice'>
}

/** Null without a right answer, without a text, or if a text would be read as another line. */
function writeQuestion(body: Choice['body'], key: Choice['key']) {
  const right = body.options.findIndex((option) => key.fractions[option.id] === 1)
  const texts = [body.text, ...body.options.map((option) => option.text)].map(
    (html) => lineFromHtml(html).text,
  )
  if (right === -1 || texts.includes('') || answerLine.test(texts[0]!)) return null
  const options = texts.slice(1).map((text, at) => `${letters[at]}. ${text}`)
  return [texts[0]!, ...options, `ANSWER: ${letters[right]}`].join('\n')
}

function lossesOf({ name, tags, difficulty, body, key }: Choice) {
  const htmls = [body.text, ...body.options.map((option) => option.text)]
  const { feedback } = key
  const texts = [
    ...Object.values(key.option_feedback),
    feedback.general,
    feedback.correct,
    feedback.incorrect,
  ]
  const losses = [
    name !== '' && ('name' as const),
    tags.length > 0 && ('tags' as const),
    difficulty !== null && ('difficulty' as const),
    !body.is_shuffled && ('settings' as const),
    htmls.some((html) => !lineFromHtml(html).isPlain) && ('formatting' as const),
    texts.some((text) => text !== '') && ('feedback' as const),
    key.hints.length > 0 && ('hints' as const),
    Object.values(key.fractions).filter((fraction) => fraction > 0).length > 1 && ('partial_points' as const),
  ]
  return losses.filter((code) => code !== false)
}
