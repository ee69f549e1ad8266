import { describe, expect, test } from 'vitest'
import { allSamples, createIds } from './format-testing.ts'
import type { FileQuestion } from './format-types.ts'
import { readGift } from './gift-read.ts'
import { writeGift } from './gift-write.ts'

const read = (file: string) => readGift(file, createIds())
const only = (file: string) => {
  const { questions, dropped } = read(file)
  expect(questions, file).toHaveLength(1)
  return { ...questions[0]!, losses: dropped.map(({ code }) => code) }
}

const file = String.raw`// A course about rivers
$CATEGORY: Geography/Rivers

// [id:7] [tag:rivers] [tag:easy \] one]
::Lọ́kọ́ja\: rivers::Which rivers meet at Lọ́kọ́ja? {
  ~%50%Niger#Yes
  ~%50%Benue
  ~%-50%Nile
  ####Both are in Nigeria.
}

[html]<p>A <b>set</b> \{1, 2\}</p>{=yes#<i>Good</i> ~%33.33333%half ~no}

The sun rises in the east.{T#Look again#Right}

2 \= 1 + 1{F}

When was Ajayi Crowther consecrated? {#=1864:0 =%50%1863:2}

Pi?{#3.14..3.16}

Who wrote it? {=Achebe =%75%C. Achebe}

Match. {
  =one -> kan
  =two -> eji
  = -> ẹta
}

Two
lines and ~_____ {~a =b} end.

Write about your town. {}

Read this first.
`

describe('readGift', () => {
  test('reads every type, texts, shares, feedback and tags', () => {
    const { questions, dropped, more_dropped } = read(file)
    expect(more_dropped).toBe(0)
    expect(dropped.map(({ code, at }) => [at, code])).toEqual([[2, 'category']])
    expect(questions.map(({ body }) => body.type)).toEqual([
      'multiple_choice',
      'single_choice',
      'true_false',
      'true_false',
      'number',
      'number',
      'short_text',
      'matching',
      'single_choice',
      'essay',
      'information',
    ])
    expect(questions[0]).toMatchObject({
      name: 'Lọ́kọ́ja: rivers',
      tags: ['rivers', 'easy ] one'],
      body: {
        text: 'Which rivers meet at Lọ́kọ́ja?',
        options: [{ text: 'Niger' }, { text: 'Benue' }, { text: 'Nile' }],
      },
      key: {
        correct: ['part0001', 'part0002'],
        scoring: 'partial',
        option_feedback: { part0001: 'Yes' },
        feedback: { general: 'Both are in Nigeria.' },
      },
    })
    expect(questions[1]).toMatchObject({
      body: { text: '<p>A <b>set</b> {1, 2}</p>' },
      key: { fractions: { part0004: 1, part0005: 1 / 3 }, option_feedback: { part0004: '<i>Good</i>' } },
    })
    expect(questions[2]!.key).toMatchObject({
      correct: true,
      feedback: { incorrect: 'Look again', correct: 'Right' },
    })
    expect(questions[3]).toMatchObject({ body: { text: '2 = 1 + 1' }, key: { correct: false } })
    expect(questions[4]!.key).toMatchObject({
      accepted: [
        { value: '1864', tolerance: '0', fraction: 1 },
        { value: '1863', tolerance: '2', fraction: 0.5 },
      ],
    })
    expect(questions[5]!.key).toMatchObject({ accepted: [{ value: '3.15', tolerance: '0.01' }] })
    expect(questions[7]).toMatchObject({
      body: { prompts: [{ text: 'one' }, { text: 'two' }], choices: [{}, {}, { text: 'ẹta' }] },
    })
    expect(questions[8]!.body.text).toBe('Two<br>lines and ~_____ _____ end.')
  })

  test('reads a first number without a sign, and numbers in other notations', () => {
    expect(only('When? {#1822:5 =%50%1820:10}').key).toMatchObject({
      accepted: [
        { value: '1822', tolerance: '5' },
        { value: '1820', tolerance: '10', fraction: 0.5 },
      ],
    })
    expect(only('n {#+.5:0,1}').key).toMatchObject({ accepted: [{ value: '0.5', tolerance: '0.1' }] })
    expect(only('n {#6.02E+23}').key).toMatchObject({ accepted: [{ value: '6.02e23' }] })
  })

  test('says what a question loses', () => {
    expect(only('q {~%60%a ~%40%b ~c}').losses).toEqual(['partial_points'])
    expect(only('q {=a ~%-50%b}').losses).toEqual(['partial_points'])
    expect(only('[markdown]*q* {=a#good}').losses).toEqual(['formatting', 'feedback'])
    expect(only(`// [tag:${'x'.repeat(51)}] [tag:y]\nq {T}`)).toMatchObject({ tags: ['y'], losses: ['tags'] })
    const media = only('[html]<p>Look <img src="x.png"></p>{T}')
    expect([media.body.text, media.losses]).toEqual(['<p>Look </p>', ['media']])
    expect(only('q {~%50%a ~%50%b ~%-100%c}')).toMatchObject({
      key: { scoring: 'all_or_nothing' },
      losses: [],
    })
  })

  test('does not take signs of a plain text for HTML', () => {
    expect(only('Is 3 < 4 & 5 > 4? {T}').body.text).toBe('Is 3 &lt; 4 &amp; 5 &gt; 4?')
    expect(only('[plain]<b>{T}').body.text).toBe('&lt;b&gt;')
  })

  test.each([
    'No end {=a ~b',
    'Two {=a ~b} blocks {T}',
    'No right answer {~a ~b}',
    'Words before {x =a ~b}',
    'Not a share {~%300%a =b}',
    'Not a number {#one}',
    'Empty range {#5..3}',
    'Text }{',
  ])('drops the invalid question %s, and reads the next one', (text) => {
    const { questions, dropped } = read(`${text}\n\nNext {T}`)
    expect(questions.map(({ body }) => body.text)).toEqual(['Next'])
    expect(dropped).toMatchObject([{ at: 1, code: 'question_invalid' }])
  })

  test('bounds the size of a question and the list of drops', () => {
    expect(read(`${'long '.repeat(30_000)}{T}`)).toMatchObject({
      questions: [],
      dropped: [{ code: 'question_too_long' }],
    })
    const many = read('x {\n\n'.repeat(5_000))
    expect([many.dropped.length, many.more_dropped]).toEqual([2_000, 3_000])
    for (const hostile of ['{', '\\', '=', '~', '%', '#', ':', '::', '[html]', '//', '->'])
      expect(read(hostile.repeat(90_000 / hostile.length)).questions.length).toBeLessThan(2)
  })
})

describe('writeGift', () => {
  test('writes what it read, so that a second import is identical', () => {
    const first = read(file)
    const written = writeGift(first.questions)
    expect(written.dropped).toEqual([])
    expect(read(written.text).questions).toEqual(first.questions)
  })

  test('lists each type and setting that the format cannot hold', () => {
    const { text, dropped } = writeGift(allSamples())
    const unsupported = dropped.filter(({ code }) => code === 'type_not_supported').length
    const back = read(text)
    expect(back.questions.length + unsupported).toBe(allSamples().length)
    expect(back.dropped).toEqual([])
    expect([...new Set(dropped.map(({ code }) => code))]).toEqual(['settings', 'units', 'type_not_supported'])
    const sample = allSamples()[0]!
    const rich = {
      ...sample,
      difficulty: 3,
      body: { ...sample.body, text: '// <b>x</b><img src="/media/private/1">' },
      key: { ...sample.key, hints: ['a'], feedback: { general: '', correct: 'Yes', incorrect: '' } },
    } as FileQuestion
    const codes = writeGift([rich]).dropped.map(({ code }) => code)
    expect(codes).toEqual(['feedback', 'hints', 'difficulty', 'media'])
  })

  test('keeps texts that look like signs of the format', () => {
    for (const text of [
      '// not a comment',
      '$CATEGORY: none',
      '[html] is a word',
      ':: {x} = ~ # \\n',
      '::a::b',
    ]) {
      const question = { ...allSamples()[2]!, body: { type: 'true_false' as const, text } }
      expect(read(writeGift([question]).text).questions[0]?.body.text, text).toBe(text)
    }
  })
})
