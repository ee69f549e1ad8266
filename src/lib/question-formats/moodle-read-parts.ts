import type { BodyOf, KeyOf } from '../questions/index.ts'
import { readCloze } from './moodle-cloze.ts'
import type { MoodleReading, Question } from './moodle-reading.ts'
import { htmlFromText } from './plain-text.ts'
import { elementOf, elementsOf, textOfXml } from './xml-tree.ts'

/** Prompts with their choices; a choice without a prompt fits none. */
export function readMatching(reading: MoodleReading): Question {
  const { element, newPartId, html, plain, text } = reading
  const choices = new Map<string, string>()
  const prompts: { id: string; text: string }[] = []
  const pairs: Record<string, string> = {}
  for (const pair of elementsOf(element, 'subquestion')) {
    const choice = htmlFromText(plain(elementOf(pair, 'answer')))
    const choiceId = choices.get(choice) ?? newPartId()
    choices.set(choice, choiceId)
    if (plain(pair) === '') continue
    const id = newPartId()
    prompts.push({ id, text: html(pair) })
    pairs[id] = choiceId
  }
  const all = [...choices].map(([choice, id]) => ({ id, text: choice }))
  return {
    body: { type: 'matching', text, prompts, choices: all },
    key: { type: 'matching', pairs, scoring: 'partial', ...reading.texts() },
  }
}

/** Scorings of the file: -1 counts a whole order only, 3 the longest one. */
export function readOrdering(reading: MoodleReading): Question {
  const { element, newPartId, html, text, value, losses } = reading
  const items = elementsOf(element, 'answer').map((item) => ({ id: newPartId(), text: html(item) }))
  const grading = value('gradingtype')
  if (grading !== '-1' && grading !== '3') losses.add('partial_points')
  const scoring = grading === '-1' ? 'all_or_nothing' : 'partial'
  const order = items.map(({ id }) => id)
  return {
    body: { type: 'ordering', text, items },
    key: { type: 'ordering', order, scoring, ...reading.texts() },
  }
}

/** Gaps such as `[[2]]`, which the second of the choices fills. */
export function readSelects(reading: MoodleReading): Question | null {
  const { element, newPartId, plain } = reading
  const choices = [...elementsOf(element, 'selectoption'), ...elementsOf(element, 'dragbox')].map(
    (choice) => ({
      text: htmlFromText(plain(choice)),
      group: textOfXml(elementOf(choice, 'group')).trim(),
    }),
  )
  const gaps: BodyOf<'gaps'>['gaps'] = []
  const keys: KeyOf<'gaps'>['gaps'] = {}
  let isReadable = true
  const text = reading.text.replace(/\[\[(\d{1,3})\]\]/g, (_, number: string) => {
    const right = choices[Number(number) - 1]
    const id = newPartId()
    const group = choices.filter((choice) => choice.group === right?.group)
    const options = group.map((choice) => ({ choice, id: newPartId(), text: choice.text }))
    isReadable &&= right !== undefined
    gaps.push({ id, kind: 'list', options: options.map((option) => ({ id: option.id, text: option.text })) })
    keys[id] = { kind: 'list', correct: options.find(({ choice }) => choice === right)?.id ?? '' }
    return `[[${id}]]`
  })
  return isReadable ? gapQuestion(reading, { text, gaps, keys, isCaseSensitive: false }) : null
}

/** Gaps whose answers stand in the text. */
export function readClozeQuestion(reading: MoodleReading): Question | null {
  const cloze = readCloze(reading.text, reading.newPartId)
  if (!cloze) return null
  if (cloze.hasFeedback) reading.losses.add('feedback')
  return gapQuestion(reading, cloze)
}

interface Gaps {
  text: string
  gaps: BodyOf<'gaps'>['gaps']
  keys: KeyOf<'gaps'>['gaps']
  isCaseSensitive: boolean
}

const gapQuestion = (reading: MoodleReading, { text, gaps, keys, isCaseSensitive }: Gaps): Question => ({
  body: { type: 'gaps', text, gaps },
  key: {
    type: 'gaps',
    gaps: keys,
    scoring: 'partial',
    is_case_sensitive: isCaseSensitive,
    are_accents_ignored: false,
    ...reading.texts(),
  },
})
