import { describe, expect, test } from 'vitest'
import { createValidator, withoutAdditionalProperties } from '#platform/contract/validation.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { questionTypes, QuestionBody, QuestionKey, type QuestionType } from '../index.ts'
import { checkQuestion } from './check-question.ts'

const bodies = createValidator(withoutAdditionalProperties(QuestionBody), true)
const keys = createValidator(withoutAdditionalProperties(QuestionKey), true)

/** Changes a sample, and returns its problems as `path code`. */
function issuesOf<T extends QuestionType>(
  type: T,
  change: (question: ReturnType<typeof sampleQuestion<T>>) => void,
) {
  const question = sampleQuestion(type)
  change(question)
  return checkQuestion(question.body, question.key).map(({ path, code }) => `${path} ${code}`)
}

test.each(questionTypes)('accepts a valid question of the type %s', (type) => {
  const { body, key } = sampleQuestion(type)
  expect([bodies(body), keys(key)]).toEqual([null, null])
  expect(issuesOf(type, () => {})).toEqual([])
})

test.each(questionTypes)('requires a text and the key of the same type: %s', (type) => {
  expect(issuesOf(type, ({ body }) => (body.text = '<p> &nbsp;</p>'))).toContain('body.text text_missing')
  const { body } = sampleQuestion(type)
  const other = sampleQuestion(type === 'essay' ? 'true_false' : 'essay').key
  const issues = checkQuestion(body, other)
  expect(issues).toContainEqual({ path: 'key.type', code: 'type_mismatch' })
})

test('counts an image, a sound or a formula as a text', () => {
  for (const text of [
    '<img src="/media/private/x" />',
    '<span data-block="formula">x</span>',
    '<audio></audio>',
  ])
    expect(issuesOf('true_false', ({ body }) => (body.text = text))).toEqual([])
})

describe('choices', () => {
  test('need a right answer among the options', () => {
    expect(issuesOf('single_choice', ({ key }) => (key.fractions = { optaaa: 0.9 }))).toEqual([
      'key.fractions no_right_answer',
    ])
    expect(issuesOf('single_choice', ({ key }) => (key.fractions.strange = 1))).toEqual([
      'key.fractions.strange unknown_part',
    ])
    expect(issuesOf('multiple_choice', ({ key }) => (key.correct = []))).toEqual([
      'key.correct no_right_answer',
    ])
    expect(issuesOf('multiple_choice', ({ key }) => key.correct.push('optxxx'))).toEqual([
      'key.correct.optxxx unknown_part',
    ])
  })
  test('need different ids and texts', () => {
    expect(issuesOf('multiple_choice', ({ body }) => (body.options[2] = { id: 'optaaa', text: '' }))).toEqual(
      ['body.options.2.id duplicate_id', 'body.options.2.text text_missing'],
    )
  })
})

describe('texts and numbers', () => {
  test('need a fully right answer', () => {
    expect(issuesOf('short_text', ({ key }) => (key.accepted = [{ text: ' ', fraction: 0.5 }]))).toEqual([
      'key.accepted.0.text text_missing',
      'key.accepted no_right_answer',
    ])
    expect(
      issuesOf('number', ({ key }) => Object.assign(key.accepted[0]!, { tolerance: '-1', unit: 'kg' })),
    ).toEqual(['key.accepted.0.tolerance negative', 'key.accepted.0.unit unit_missing'])
    expect(
      issuesOf('number', ({ body, key }) => ((body.units = []), (key.accepted[0]!.fraction = 0.5))),
    ).toEqual([
      'body.units units_missing',
      'key.accepted.0.unit unit_missing',
      'key.accepted no_right_answer',
    ])
  })
  test('calculate with variables that have a range', () => {
    expect(
      issuesOf('calculated', ({ body, key }) => {
        body.text = '<p>{a} {c}</p>'
        key.formula = 'a + ('
        key.variables[1] = { name: 'a', minimum: '5', maximum: '4', decimals: 0 }
      }),
    ).toEqual([
      'key.variables.1.name duplicate_name',
      'key.variables.1.maximum range_empty',
      'key.variables variable_unknown',
      'key.formula formula_invalid',
    ])
  })
  test('draw variables by steps within their range', () => {
    const withStep = (step: string) =>
      issuesOf('calculated', ({ key }) => (key.variables[0] = { ...key.variables[0]!, step }))
    expect(withStep('2')).toEqual([])
    expect(withStep('0')).toEqual(['key.variables.0.step step_invalid'])
    expect(withStep('8.5')).toEqual(['key.variables.0.step step_invalid'])
  })
  test('limit words and sliders sensibly', () => {
    expect(issuesOf('essay', ({ body }) => (body.max_words = 10))).toEqual(['body.max_words words_invalid'])
    expect(issuesOf('essay', ({ body }) => (body.max_words = 0))).toEqual([])
    expect(issuesOf('slider', ({ body }) => (body.maximum = '0'))).toContain('body.maximum range_empty')
    expect(issuesOf('slider', ({ body }) => (body.step = '0'))).toEqual(['body.step step_invalid'])
    expect(issuesOf('slider', ({ key }) => (key.value = '101'))).toEqual(['key.value out_of_range'])
  })
})

describe('pairs, orders and gaps', () => {
  test('need an answer for each part', () => {
    expect(issuesOf('matching', ({ key }) => (key.pairs = { proaaa: 'choxxx', proxxx: 'choaaa' }))).toEqual([
      'key.pairs.proxxx unknown_part',
      'key.pairs.proaaa unknown_part',
      'key.pairs.probbb answer_missing',
    ])
    expect(issuesOf('labelling', ({ key }) => (key.pairs = { spoaaa: 'labaaa' }))).toEqual([
      'key.pairs.spobbb answer_missing',
    ])
    expect(issuesOf('categorise', ({ key }) => (key.pairs.iteaaa = 'iteaaa'))).toEqual([
      'key.pairs.iteaaa unknown_part',
    ])
    expect(issuesOf('matrix', ({ key }) => (key.rows = { rowaaa: ['colaaa', 'colbbb'] }))).toEqual([
      'key.rows.rowaaa too_many_right',
      'key.rows.rowbbb answer_missing',
    ])
    expect(issuesOf('ordering', ({ key }) => key.order.pop())).toEqual(['key.order order_incomplete'])
  })
  test('match the gaps of the text', () => {
    expect(issuesOf('gaps', ({ body }) => (body.text = '<p>[[gapaaa]] [[gapaaa]] [[gapxxx]]</p>'))).toEqual([
      'body.text gap_unknown',
      'body.gaps.0.id gap_missing',
      'body.gaps.1.id gap_missing',
    ])
    expect(
      issuesOf('gaps', ({ key }) => {
        key.gaps.gapaaa = { kind: 'list', correct: 'optaaa' }
        key.gaps.gapbbb = { kind: 'list', correct: 'optzzz' }
      }),
    ).toEqual(['key.gaps.gapaaa.kind mode_mismatch', 'key.gaps.gapbbb.correct unknown_part'])
  })
})

test('needs regions or areas in an image, as the mode says', () => {
  expect(issuesOf('hotspot', ({ key }) => (key.correct = ['regaaa', 'regbbb']))).toEqual([
    'key.correct too_many_right',
  ])
  expect(issuesOf('hotspot', ({ body }) => (body.mode = 'points'))).toEqual([
    'body.regions regions_unused',
    'key.correct mode_mismatch',
    'key.areas no_right_answer',
  ])
  expect(issuesOf('hotspot', ({ body }) => (body.regions[1]!.name = ' '))).toEqual([
    'body.regions.1.name text_missing',
  ])
})

test.each(['hotspot', 'labelling'] as const)('needs the image of a question of the type %s', (type) => {
  expect(issuesOf(type, ({ body }) => (body.image_id = ''))).toEqual(['body.image_id image_missing'])
})

test('expects results of code as JSON', () => {
  expect(issuesOf('code', ({ key }) => (key.tests[1]!.expected = 'eight'))).toEqual([
    'key.tests.1.expected json_invalid',
  ])
})

test('checks each question of a passage', () => {
  expect(
    issuesOf('passage', ({ body, key }) => {
      body.questions[0]!.body.text = ''
      delete key.questions.quebbb
      key.questions.quexxx = { type: 'information' }
    }),
  ).toEqual([
    'body.questions.0.body.text text_missing',
    'key.questions.quebbb answer_missing',
    'key.questions.quexxx unknown_part',
  ])
})
