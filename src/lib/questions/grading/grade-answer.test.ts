import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import {
  createRandom,
  drawVariables,
  emptyAnswer,
  gradeAnswer,
  isAnswered,
  orderOptions,
  questionTypes,
  rightAnswer,
  shuffle,
  shuffledOptions,
  QuestionAnswer,
  QuestionBody,
  QuestionKey,
} from '../index.ts'
import { sampleQuestions } from '../testing/sample-questions.ts'

const graded = <T extends QuestionBody['type']>(
  type: T,
  answer: Omit<Extract<QuestionAnswer, { type: T }>, 'type'>,
  change: object = {},
) => {
  const { body, key } = sampleQuestions[type]
  return gradeAnswer({
    body,
    key: { ...key, ...change } as QuestionKey,
    answer: { type, ...answer } as QuestionAnswer,
  })
}

describe.each(questionTypes)('%s', (type) => {
  const { body, key } = sampleQuestions[type]
  const variables = drawVariables(key, createRandom('sample'))
  test('has valid samples', () => {
    expect(Compile(QuestionBody).Check(body)).toBe(true)
    expect(Compile(QuestionKey).Check(key)).toBe(true)
    expect(Compile(QuestionAnswer).Check(emptyAnswer(body))).toBe(true)
  })
  test('gives nothing for no answer', () => {
    expect(isAnswered(emptyAnswer(body))).toBe(false)
    for (const answer of [null, emptyAnswer(body)])
      expect(gradeAnswer({ body, key, answer, variables }).fraction).toBe(0)
  })
  test('shows the same options in another order', () => {
    const order = shuffledOptions(body, createRandom('order'))
    expect(shuffledOptions(body, createRandom('order'))).toEqual(order)
    expect(orderOptions(body, {})).toEqual(body)
    const answer = rightAnswer(body, key, variables)
    const fraction =
      answer && gradeAnswer({ body: orderOptions(body, order), key, answer, variables }).fraction
    expect(fraction ?? 1).toBe(1)
  })
})

const withoutRightAnswer = ['essay', 'file_upload', 'recording', 'code', 'information'] as const
const withRightAnswer = questionTypes.filter((type) => !withoutRightAnswer.some((other) => other === type))

test.each(withRightAnswer)('gives full marks for the right answer of the type %s', (type) => {
  const { body, key } = sampleQuestions[type]
  const variables = drawVariables(key, createRandom('sample'))
  const answer = rightAnswer(body, key, variables)
  expect(Compile(QuestionAnswer).Check(answer)).toBe(true)
  expect(isAnswered(answer)).toBe(true)
  expect(gradeAnswer({ body, key, answer, variables }).fraction).toBe(1)
})
test.each(withoutRightAnswer)('has no right answer of the type %s', (type) => {
  const { body, key } = sampleQuestions[type]
  expect(rightAnswer(body, key)).toBeNull()
})

test('leaves essays, files, recordings and programs to a person', () => {
  const upload = '018f0000-0000-7000-8000-000000000002'
  expect(graded('essay', { text: '<p>Because</p>' }).fraction).toBeNull()
  expect(graded('essay', { text: '<p><br></p>' }).fraction).toBe(0)
  expect(graded('file_upload', { upload_ids: [upload] }).fraction).toBeNull()
  expect(graded('recording', { upload_id: upload }).fraction).toBeNull()
  expect(graded('code', { code: 'x' }).fraction).toBeNull()
})

test.each<[number | null, string | null]>([
  [1, 'o00001'],
  [0.5, 'o00002'],
  [0, 'o00003'],
  [0, 'constructor'],
  [0, null],
])('gives %d for the single choice %j', (fraction, selected) => {
  expect(graded('single_choice', { selected }).fraction).toBe(fraction)
})

test.each<[number, string]>([
  [1, '012'],
  [2 / 3, '01'],
  [1 / 6, '013'],
  [0, '01234'],
  [0, '34'],
  [0, ''],
])('gives %d for the multiple choice %j', (fraction, chosen) => {
  const selected = Array.from(chosen, (index) => `o0000${index}`)
  expect(graded('multiple_choice', { selected }).fraction).toBeCloseTo(fraction, 12)
})

test('multiple choice is (right − incorrect) / right where as many options are incorrect', () => {
  const change = { correct: ['o00000', 'o00001'] }
  expect(graded('multiple_choice', { selected: ['o00000', 'o00001', 'o00002'] }, change).fraction).toBe(0.5)
  expect(graded('multiple_choice', { selected: ['o00000', 'o00004'] }, change).fraction).toBe(0)
  const strict = { ...change, scoring: 'all_or_nothing' }
  expect(graded('multiple_choice', { selected: ['o00000'] }, strict).fraction).toBe(0)
  expect(graded('multiple_choice', { selected: ['o00001', 'o00000'] }, strict).fraction).toBe(1)
})

test.each<[number, string]>([
  [1, '01234'],
  [0.75, '12340'],
  [0.75, '10234'],
  [0, '43210'],
  [0.75, '0123'],
  [0, '0'],
])('gives %d for the order %j', (fraction, items) => {
  const order = Array.from(items, (index) => `i0000${index}`)
  expect(graded('ordering', { order }).fraction).toBe(fraction)
  expect(graded('ordering', { order }, { scoring: 'all_or_nothing' }).fraction).toBe(fraction === 1 ? 1 : 0)
})

test.each<[number, string, string]>([
  [1, '1,5', 'km'],
  [1, '1.5 km', ''],
  [1, '١٫٥', 'km'],
  [1, '1.6', 'km'],
  [0, '1.61', 'km'],
  [1, '1500', 'm'],
  [1, '1,500 m', ''],
  [0.75, '1.5', ''],
  [0.75, '1.5', 'kg'],
  [0.75, '1.5', 'm'],
  [0, '1500', 'km'],
  [0, 'far', 'km'],
])('gives %d for %j and the unit %j', (fraction, text, unit) => {
  expect(graded('number', { text, unit }).fraction).toBe(fraction)
})

test('reads an ambiguous number both ways and shows its reading', () => {
  const accepted = (value: string) => ({
    accepted: [{ value, tolerance: '0', tolerance_kind: 'absolute', unit: '', fraction: 1 }],
  })
  for (const value of ['1.234', '1234'])
    expect(graded('number', { text: '1.234', unit: '' }, accepted(value))).toMatchObject({
      fraction: 1,
      reading: { values: ['1.234', '1234'] },
    })
  expect(
    graded('number', { text: '12345678901234567891', unit: '' }, accepted('12345678901234567890')).fraction,
  ).toBe(0)
})

test.each([
  ['68', '°F', '20', '°C'],
  ['20', '℃', '68', '°F'],
  ['293.15', 'K', '20', '°C'],
  ['36', 'km/h', '10', 'm/s'],
  ['1', 'in', '2.54', 'cm'],
  ['1', 'l', '1000', 'cm³'],
  ['5', 'kWh', '18', 'MJ'],
])('%s %s is %s %s exactly', (text, unit, value, expected) => {
  const accepted = [{ value, tolerance: '0', tolerance_kind: 'absolute', unit: expected, fraction: 1 }]
  expect(graded('number', { text, unit }, { accepted }).fraction).toBe(1)
  expect(graded('number', { text: `${text}.01`, unit }, { accepted }).fraction).toBe(0)
})

test('calculates with the variables of the attempt', () => {
  const { body, key } = sampleQuestions.calculated
  const grade = (text: string) =>
    gradeAnswer({
      body,
      key,
      answer: { type: 'calculated', text, unit: '' },
      variables: { a: '0.1', b: '0.2' },
    }).fraction
  expect(['0.3', '0,3', '0.31', '0.30001'].map(grade)).toEqual([1, 1, 0, 0])
})

test('pairs cost a used distractor, and accept another choice with the same text', () => {
  const pairs = { i00000: 'k00000', i00001: 'k00000', i00002: 'k00001' }
  expect(graded('categorise', { pairs }).fraction).toBe(1)
  expect(graded('categorise', { pairs: { ...pairs, i00003: 'k00000' } }).fraction).toBeCloseTo(2 / 3)
  const { body, key } = sampleQuestions.matching
  const choices = body.choices.map((choice) => ({
    ...choice,
    text: choice.id === 'c00003' ? 'c 0' : choice.text,
  }))
  const answer = { type: 'matching' as const, pairs: { p00000: 'c00003', p00001: 'c00002' } }
  expect(gradeAnswer({ body: { ...body, choices }, key, answer })).toEqual({
    fraction: 1 / 3,
    parts: [
      { id: 'p00000', fraction: 1 },
      { id: 'p00001', fraction: 0 },
      { id: 'p00002', fraction: 0 },
    ],
  })
})

test('rows of a table count on their own, and ticking everything gains nothing', () => {
  const columns = ['c00000', 'c00001', 'c00002']
  expect(graded('matrix', { rows: { r00001: ['c00001'] } }).fraction).toBe(0.25)
  expect(graded('matrix', { rows: { r00000: columns, r00001: columns, r00002: columns } }).fraction).toBe(0)
})

test('each point needs an area of its own', () => {
  const [first, second] = [
    { x: 0.2, y: 0.2 },
    { x: 0.8, y: 0.7 },
  ]
  expect(graded('hotspot', { selected: [], points: [second, first] }).fraction).toBe(1)
  expect(graded('hotspot', { selected: [], points: [first, first] }).fraction).toBe(0)
  expect(graded('hotspot', { selected: [], points: [first, second, { x: 0, y: 1 }] }).fraction).toBe(0.5)
})

test('a passage is the mean of its questions by weight, without information', () => {
  const q00000 = { type: 'true_false' as const, value: false }
  expect(graded('passage', { questions: { q00000 } })).toEqual({
    fraction: 0.75,
    parts: [
      { id: 'q00000', fraction: 1 },
      { id: 'q00002', fraction: 0 },
    ],
  })
})

test('refuses a key of another type', () => {
  const { body } = sampleQuestions.essay
  expect(() => gradeAnswer({ body, key: sampleQuestions.code.key, answer: null })).toThrow(TypeError)
})

/** Random answers of the types that have a set, an order or pairs. */
function randomAnswer(
  type: QuestionBody['type'],
  random: (min: number, max: number) => number,
): QuestionAnswer | null {
  const ids = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}0000${index}`)
  const some = (list: string[]) => list.filter(() => random(0, 1) === 1)
  const pairs = (from: string[], to: string[]) =>
    Object.fromEntries(some(from).map((id) => [id, to[random(0, to.length - 1)]!]))
  const share = () => random(0, 1000) / 1000
  if (type === 'multiple_choice') return { type, selected: some(ids('o', 5)) }
  if (type === 'ordering')
    return { type, order: shuffle(some(ids('i', 5)), createRandom(String(random(0, 1e9)))) }
  if (type === 'matching') return { type, pairs: pairs(ids('p', 3), ids('c', 4)) }
  if (type === 'categorise') return { type, pairs: pairs(ids('i', 4), ids('k', 2)) }
  if (type === 'hotspot')
    return {
      type,
      selected: [],
      points: Array.from({ length: random(0, 5) }, () => ({ x: share(), y: share() })),
    }
  if (type === 'matrix')
    return { type, rows: Object.fromEntries(ids('r', 3).map((id) => [id, some(ids('c', 3))])) }
  return null
}

test.each(questionTypes)('%s stays from 0 to 1 and ignores the order of what has no order', (type) => {
  const random = randomIntegers(23)
  const { body, key } = sampleQuestions[type]
  for (let round = 0; round < 2_000; round++) {
    const answer = randomAnswer(type, random)
    if (!answer) return
    const { fraction } = gradeAnswer({ body, key, answer })
    expect(fraction).toBeGreaterThanOrEqual(0)
    expect(fraction).toBeLessThanOrEqual(1)
    expect(gradeAnswer({ body, key, answer: reversed(answer) }).fraction).toBeCloseTo(fraction!, 12)
    const strict = gradeAnswer({
      body,
      key: { ...key, scoring: 'all_or_nothing' } as QuestionKey,
      answer,
    }).fraction
    expect(strict).toBe(fraction === 1 ? 1 : 0)
  }
})

function reversed(answer: QuestionAnswer): QuestionAnswer {
  if (answer.type === 'multiple_choice') return { ...answer, selected: answer.selected.toReversed() }
  if (answer.type === 'hotspot') return { ...answer, points: answer.points.toReversed() }
  if (answer.type === 'matrix')
    return {
      ...answer,
      rows: Object.fromEntries(
        Object.entries(answer.rows)
          .map(([id, list]) => [id, list.toReversed()])
          .toReversed(),
      ),
    }
  if (answer.type === 'matching' || answer.type === 'categorise')
    return { ...answer, pairs: Object.fromEntries(Object.entries(answer.pairs).toReversed()) }
  return answer
}

test('guessing gains nothing: the expected mark of a random set is at most that of no answer, before the floor', () => {
  for (const [right, all] of [
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 5],
    [5, 10],
  ] as const) {
    const options = Array.from({ length: all }, (_, index) => ({ id: `o0000${index}`, text: '' }))
    const body = { ...sampleQuestions.multiple_choice.body, options }
    const key = {
      ...sampleQuestions.multiple_choice.key,
      correct: options.slice(0, right).map(({ id }) => id),
    }
    const grade = (selected: string[]) =>
      gradeAnswer({ body, key, answer: { type: 'multiple_choice', selected } }).fraction!
    expect(grade(options.map(({ id }) => id))).toBe(0)
    // A further incorrect option never helps, and costs at least what a right one brings.
    for (let hits = 1; hits <= right; hits++) {
      const chosen = key.correct.slice(0, hits)
      const withMiss = grade([...chosen, options.at(-1)!.id])
      expect(withMiss).toBeLessThanOrEqual(grade(chosen) - 1 / right + 1e-12)
    }
  }
})
