import type { BodyOf, KeyOf } from '../questions/index.ts'
import { shortTextLength } from './gift-read.ts'
import { readClozeQuestion, readMatching, readOrdering, readSelects } from './moodle-read-parts.ts'
import type { MoodleReading, Question } from './moodle-reading.ts'
import { decimalFrom, scoringOfShares, shareFromPercent } from './shares.ts'
import { elementOf, elementsOf, textOfXml } from './xml-tree.ts'

/** Readers by the type of the file; null for a question that cannot be graded. */
export const moodleReaders: Record<string, ((reading: MoodleReading) => Question | null) | undefined> = {
  multichoice: readChoice,
  truefalse: readTrueFalse,
  shortanswer: readShortText,
  numerical: readNumber,
  calculated: readCalculated,
  calculatedsimple: readCalculated,
  essay: readEssay,
  recordrtc: readRecording,
  matching: readMatching,
  ordering: readOrdering,
  gapselect: readSelects,
  ddwtos: readSelects,
  cloze: readClozeQuestion,
  description: ({ text }) => ({ body: { type: 'information', text }, key: { type: 'information' } }),
}

/** Answers with their shares; null if a share is not a percentage. */
function answersOf({ element, plain, html, losses }: MoodleReading) {
  const answers = elementsOf(element, 'answer').map((answer) => ({
    answer,
    text: plain(answer),
    share: shareFromPercent(answer.attributes.fraction ?? '0'),
    feedback: html(elementOf(answer, 'feedback')),
  }))
  if (answers.some(({ share }) => share === null)) return null
  return { answers: answers.map((one) => ({ ...one, share: one.share! })), losses }
}

/** Answers whose own feedback has no place in the question. */
function answersWithoutFeedback(reading: MoodleReading) {
  const read = answersOf(reading)
  if (read?.answers.some(({ feedback }) => feedback !== '')) reading.losses.add('feedback')
  return read?.answers ?? null
}

function readChoice(reading: MoodleReading): Question | null {
  const { text, html, newPartId, losses, value } = reading
  const read = answersOf(reading)
  if (!read) return null
  const answers = read.answers.map((one) => ({ ...one, id: newPartId() }))
  const options = answers.map(({ id, answer }) => ({ id, text: html(answer) }))
  const feedback = answers.filter((one) => one.feedback !== '').map((one) => [one.id, one.feedback])
  const shared = {
    option_feedback: Object.fromEntries(feedback) as Record<string, string>,
    ...reading.texts(),
  }
  const is_shuffled = !/^(?:0|false)$/.test(value('shuffleanswers'))
  if (/^(?:0|false)$/.test(value('single'))) {
    const { correct, scoring, isExact } = scoringOfShares(answers)
    if (!isExact) losses.add('partial_points')
    return {
      body: { type: 'multiple_choice', text, options, is_shuffled },
      key: { type: 'multiple_choice', correct, scoring, ...shared },
    }
  }
  if (answers.some(({ share }) => share < 0)) losses.add('partial_points')
  const rights = answers.filter(({ share }) => share > 0).map(({ id, share }) => [id, share])
  return {
    body: { type: 'single_choice', text, options, is_shuffled },
    key: {
      type: 'single_choice',
      fractions: Object.fromEntries(rights) as Record<string, number>,
      ...shared,
    },
  }
}

function readTrueFalse(reading: MoodleReading): Question | null {
  const read = answersOf(reading)
  const right = read?.answers.find(({ share }) => share === 1)
  if (!read || !right || !/^(?:true|false)$/i.test(right.text)) return null
  const texts = reading.texts()
  texts.feedback.correct ||= right.feedback
  texts.feedback.incorrect ||= read.answers.find((one) => one !== right)?.feedback ?? ''
  return {
    body: { type: 'true_false', text: reading.text },
    key: { type: 'true_false', correct: /^true$/i.test(right.text), ...texts },
  }
}

function readShortText(reading: MoodleReading): Question | null {
  const answers = answersWithoutFeedback(reading)
  if (!answers) return null
  const accepted = answers
    .filter(({ share }) => share > 0)
    .map(({ text, share }) => ({ text, fraction: share }))
  return {
    body: { type: 'short_text', text: reading.text, max_length: shortTextLength },
    key: {
      type: 'short_text',
      accepted,
      is_case_sensitive: reading.value('usecase') === '1',
      are_accents_ignored: false,
      ...reading.texts(),
    },
  }
}

/** Units of a file; the first with the multiplier 1 is the unit of the answer. */
function unitsOf({ element, value, losses }: MoodleReading) {
  const units = elementsOf(elementOf(element, 'units'), 'unit').map((unit) => ({
    name: textOfXml(elementOf(unit, 'unit_name')).trim(),
    multiplier: Number(textOfXml(elementOf(unit, 'multiplier'))),
  }))
  const main = units.find(({ multiplier }) => multiplier === 1)?.name ?? ''
  const shown = value('showunits')
  const unit_input: BodyOf<'number'>['unit_input'] =
    shown === '3' || main === '' ? 'none' : shown === '1' || shown === '2' ? 'select' : 'typed'
  if (units.length > 1) losses.add('units')
  const unit = unit_input === 'none' ? '' : main
  const isCounted = unit !== '' && value('unitgradingtype') !== '0'
  const penalty = Number(value('unitpenalty') || 0)
  return {
    unit,
    unit_input,
    units: unit_input === 'select' ? [unit] : [],
    unit_penalty: isCounted && penalty >= 0 && penalty <= 1 ? penalty : 0,
  }
}

function readNumber(reading: MoodleReading): Question | null {
  const answers = answersWithoutFeedback(reading)
  const { unit, unit_input, units, unit_penalty } = unitsOf(reading)
  const accepted: KeyOf<'number'>['accepted'] = []
  // «*» stands for every other number, for its feedback alone.
  for (const { answer, text, share } of answers?.filter((one) => one.share > 0 && one.text !== '*') ?? []) {
    const [value, tolerance] = [
      decimalFrom(text),
      decimalFrom(textOfXml(elementOf(answer, 'tolerance')) || '0'),
    ]
    if (value === null || tolerance === null) return null
    accepted.push({ value, tolerance, tolerance_kind: 'absolute', unit, fraction: share })
  }
  return {
    body: { type: 'number', text: reading.text, unit_input, units },
    key: { type: 'number', accepted, unit_penalty, ...reading.texts() },
  }
}

function readCalculated(reading: MoodleReading): Question | null {
  const { element, losses } = reading
  const answers = answersWithoutFeedback(reading)?.filter(({ share }) => share > 0) ?? []
  const [right] = answers
  if (!right) return null
  if (answers.length > 1 || right.share !== 1) losses.add('partial_points')
  const value = (name: string) => textOfXml(elementOf(right.answer, name)).trim()
  const variables = elementsOf(elementOf(element, 'dataset_definitions'), 'dataset_definition').map(
    (data) => ({
      name: reading.plain(elementOf(data, 'name')).toLowerCase(),
      minimum: decimalFrom(reading.plain(elementOf(data, 'minimum'))) ?? '',
      maximum: decimalFrom(reading.plain(elementOf(data, 'maximum'))) ?? '',
      decimals: Math.min(6, Math.max(0, Number(textOfXml(elementOf(data, 'decimals'))) || 0)),
    }),
  )
  const lower = (text: string) => text.replace(/\{([A-Za-z]\w*)\}/g, (name) => name.toLowerCase())
  const { unit, ...unitFields } = unitsOf(reading)
  const { unit_penalty, ...body } = unitFields
  return {
    body: { type: 'calculated', text: lower(reading.text), ...body },
    key: {
      type: 'calculated',
      variables,
      formula: lower(right.text).replace(/\{(\w+)\}/g, '$1'),
      tolerance: decimalFrom(value('tolerance') || '0') ?? '',
      tolerance_kind: value('tolerancetype') === '2' ? 'absolute' : 'relative',
      unit,
      unit_penalty,
      ...reading.texts(),
    },
  }
}

const whole = (text: string, maximum: number) => Math.min(maximum, Math.max(0, Math.trunc(Number(text)) || 0))

/** An essay without an editor but with attachments is a question for files. */
function readEssay(reading: MoodleReading): Question {
  const { text, value, html, element, losses } = reading
  const marked = { guidance: html(elementOf(element, 'graderinfo')), ...reading.texts() }
  const files = Number(value('attachments') || 0)
  if (value('responseformat') === 'noinline' && files !== 0) {
    const types = value('filetypeslist')
      .split(/[,;\s]+/)
      .filter(Boolean)
    const extensions = types.filter((type) => type.startsWith('.')).map((type) => type.slice(1))
    if (extensions.length < types.length) losses.add('settings')
    const max_files = files < 0 ? 20 : Math.min(20, files)
    return {
      body: { type: 'file_upload', text, max_files, extensions },
      key: { type: 'file_upload', ...marked },
    }
  }
  if (files !== 0 || value('responsetemplate') !== '') losses.add('settings')
  const is_rich = !/^(?:plain|monospaced)$/.test(value('responseformat'))
  const words = {
    min_words: whole(value('minwordlimit'), 20_000),
    max_words: whole(value('maxwordlimit'), 20_000),
  }
  return { body: { type: 'essay', text, ...words, is_rich }, key: { type: 'essay', ...marked } }
}

function readRecording({ text, value, html, element, texts }: MoodleReading): Question {
  const media = value('mediatype') === 'video' ? 'video' : 'audio'
  const max_seconds = Math.max(5, whole(value('timelimitinseconds') || '60', 1_800))
  const guidance = html(elementOf(element, 'graderinfo'))
  return {
    body: { type: 'recording', text, media, max_seconds },
    key: { type: 'recording', guidance, ...texts() },
  }
}
