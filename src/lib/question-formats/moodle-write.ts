import type { QuestionBody, QuestionKey } from '../questions/index.ts'
import { dropAt, type Drop, type DropCode, type ExportedFile, type FileQuestion } from './format-types.ts'
import { moodleWriters, type MoodleWriting } from './moodle-write-types.ts'
import { textFromHtml, withoutMedia } from './plain-text.ts'
import { escapeXml } from './xml-tree.ts'

/** Writes the questions that Moodle XML can hold, and lists what it cannot. */
export function writeMoodleXml(questions: readonly FileQuestion[]): ExportedFile {
  const dropped: Drop[] = []
  const elements: string[] = []
  for (const [index, question] of questions.entries()) {
    const title = question.name || textFromHtml(question.body.text).text
    const losses = new Set<DropCode>()
    const element = writeQuestion(question, losses)
    if (element === null) dropped.push(dropAt(index + 1, 'type_not_supported', title))
    else {
      elements.push(element)
      for (const code of losses) dropped.push(dropAt(index + 1, code, title))
    }
  }
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${elements.join('\n')}\n</quiz>\n`
  return { text, dropped }
}

/** An element with a `text`, as HTML. */
const htmlElement = (name: string, html: string, attributes = '') =>
  `<${name}${attributes} format="html"><text>${escapeXml(html)}</text></${name}>`

function createWriting(losses: Set<DropCode>): MoodleWriting {
  const clean = (html: string) => {
    const { html: rest, hasMedia } = withoutMedia(html)
    if (hasMedia) losses.add('media')
    return rest
  }
  return {
    losses,
    html: (name, html, attributes = '') => htmlElement(name, clean(html), attributes),
    plain(html) {
      const { text, isPlain } = textFromHtml(html)
      if (!isPlain) losses.add('formatting')
      return text
    },
  }
}

function writeQuestion({ name, tags, difficulty, body, key }: FileQuestion, losses: Set<DropCode>) {
  const writing = createWriting(losses)
  const writer = moodleWriters[body.type] as
    | ((question: object, writing: MoodleWriting) => { type: string; text?: string; elements: string[] })
    | undefined
  const written = writer?.({ body, key }, writing)
  if (!written) return null
  if (difficulty !== null) losses.add('difficulty')
  const tagElements = tags.map((tag) => `<tag><text>${escapeXml(tag)}</text></tag>`).join('')
  return [
    `<question type="${written.type}">`,
    `<name><text>${escapeXml(name)}</text></name>`,
    writing.html('questiontext', written.text ?? body.text),
    ...feedbackOf(body, key, writing),
    ...written.elements,
    ...(tags.length === 0 ? [] : [`<tags>${tagElements}</tags>`]),
    '</question>',
  ].join('\n')
}

/** Types whose questions have a feedback for right and for wrong answers as a whole. */
const combined = new Set(['single_choice', 'multiple_choice', 'matching', 'ordering'])

function feedbackOf(body: QuestionBody, key: QuestionKey, { html, losses }: MoodleWriting) {
  if (!('feedback' in key)) return []
  const { general, correct, incorrect } = key.feedback
  const isCombined = combined.has(body.type)
  if (!isCombined && body.type !== 'true_false' && correct + incorrect !== '') losses.add('feedback')
  return [
    html('generalfeedback', general),
    ...(isCombined ? [html('correctfeedback', correct), html('incorrectfeedback', incorrect)] : []),
    ...key.hints.map((hint) => html('hint', hint)),
  ]
}
