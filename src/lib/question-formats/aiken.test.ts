import { describe, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { checkQuestion, QuestionBody, QuestionKey } from '../questions/index.ts'
import { readAiken, writeAiken } from './aiken.ts'
import { allSamples, createIds } from './format-testing.ts'
import { maxFileQuestions, type FileQuestion } from './format-types.ts'

const file = `\uFEFFWhich river flows through Lọ́kọ́ja?\r
A. Niger & Benue\r
B) The <b>Nile</b>\r
ANSWER: A

A. is the first letter of what?
Two lines.
A) Greek
B) Latin
   the old one
C) Both
answer: c
`

describe('readAiken', () => {
  test('reads options with a point or a bracket, any line ends and a byte order mark', () => {
    const { questions, dropped } = readAiken(file, createIds())
    expect(dropped).toEqual([])
    expect(questions.map(({ body }) => body)).toEqual([
      {
        type: 'single_choice',
        text: 'Which river flows through Lọ́kọ́ja?',
        options: [
          { id: 'part0001', text: 'Niger &amp; Benue' },
          { id: 'part0002', text: 'The &lt;b&gt;Nile&lt;/b&gt;' },
        ],
        is_shuffled: true,
      },
      {
        type: 'single_choice',
        text: 'A. is the first letter of what?<br>Two lines.',
        options: [
          { id: 'part0003', text: 'Greek' },
          { id: 'part0004', text: 'Latin<br>the old one' },
          { id: 'part0005', text: 'Both' },
        ],
        is_shuffled: true,
      },
    ])
    for (const { body, key } of questions) {
      expect(Value.Check(QuestionBody, body) && Value.Check(QuestionKey, key)).toBe(true)
      expect(checkQuestion(body, key)).toEqual([])
    }
    expect(questions[1]!.key).toMatchObject({ fractions: { part0005: 1 } })
  })

  test('lists what it cannot read with its line, and reads the rest', () => {
    const { questions, dropped } = readAiken(
      `No options\nANSWER: A\n\nOne?\nA. x\nB. y\nANSWER: C\n\n${file.slice(1)}\nNo end\nA. x\nB. y`,
      createIds(),
    )
    expect(questions).toHaveLength(2)
    expect(dropped).toEqual([
      { at: 1, code: 'question_invalid', text: 'No options' },
      { at: 4, code: 'question_invalid', text: 'One?' },
      { at: 22, code: 'question_invalid', text: 'No end' },
    ])
  })

  test('bounds the number of questions and the size of one', () => {
    const one = 'Q?\nA. x\nB. y\nANSWER: A\n'
    const many = readAiken(one.repeat(maxFileQuestions + 2), createIds())
    expect([many.questions.length, many.dropped.length]).toEqual([maxFileQuestions, 2])
    expect(many.dropped[0]!.code).toBe('too_many_questions')
    const long = readAiken(`${'word '.repeat(500_000)}\nA. x\nB. y\nANSWER: A`, createIds())
    expect(long).toMatchObject({ questions: [], dropped: [{ at: 1, code: 'question_too_long' }] })
    const wide = readAiken(`Q?\nA. x\n${'word '.repeat(500_000)}\nB. y\nANSWER: A`, createIds())
    expect(wide).toMatchObject({ questions: [], dropped: [{ at: 1, code: 'question_too_long' }] })
  })
})

describe('writeAiken', () => {
  test('writes what it read, so that a second import is identical', () => {
    const lines = file.replace(/\nTwo lines\.|\n {3}the old one/g, '')
    const first = readAiken(lines, createIds())
    const written = writeAiken(first.questions)
    expect(written.dropped).toEqual([])
    expect(readAiken(written.text, createIds())).toEqual(first)
  })

  test('writes no other type, and lists each as dropped', () => {
    const all = allSamples()
    const { text, dropped } = writeAiken(all)
    expect(dropped.filter(({ code }) => code === 'type_not_supported')).toHaveLength(all.length - 1)
    expect(dropped.filter(({ at }) => at === 1).map(({ code }) => code)).toEqual(['partial_points'])
    expect(readAiken(text, createIds()).questions).toHaveLength(1)
  })

  test('lists lost names, formatting, feedback and hints', () => {
    const { questions } = readAiken(file, createIds())
    const { body, key } = questions[0]!
    const question = {
      name: 'Rivers',
      tags: ['geography'],
      difficulty: 2,
      body: { ...body, text: '<p>Which <b>river</b>?</p>', is_shuffled: false },
      key: { ...key, feedback: { general: 'Look', correct: '', incorrect: '' }, hints: ['West'] },
    } as FileQuestion
    const { text, dropped } = writeAiken([question])
    expect(text.split('\n')[0]).toBe('Which river?')
    expect(dropped.map(({ code }) => code)).toEqual([
      'name',
      'tags',
      'difficulty',
      'settings',
      'formatting',
      'feedback',
      'hints',
    ])
  })
})
