import { describe, expect, test } from 'vitest'
import { allSamples, createIds } from './format-testing.ts'
import { readMoodleXml } from './moodle-read.ts'
import { writeMoodleXml } from './moodle-write.ts'

const read = (file: string) => readMoodleXml(file, createIds())
const quiz = (...questions: string[]) => `<?xml version="1.0"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`
const only = (question: string) => {
  const { questions, dropped } = read(quiz(question))
  return { ...questions[0]!, losses: dropped.map(({ code }) => code) }
}
const text = (name: string, value: string) =>
  `<${name} format="html"><text><![CDATA[${value}]]></text></${name}>`

const choice = `<question type="multichoice">
  <name><text>Rivers &amp; lakes</text></name>
  ${text('questiontext', '<p>Which <b>rivers</b> meet?<img src="@@PLUGINFILE@@/map.png"></p>')}
  ${text('generalfeedback', 'Both')}
  <single>false</single><shuffleanswers>0</shuffleanswers>
  ${text('correctfeedback', 'Yes')}${text('incorrectfeedback', 'No')}
  <answer fraction="50" format="html"><text>Niger</text>${text('feedback', 'One')}</answer>
  <answer fraction="50" format="plain_text"><text>Benue &lt; Niger</text></answer>
  <answer fraction="-50" format="html"><text>Nile</text></answer>
  ${text('hint', 'Nigeria')}
  <tags><tag><text>water</text></tag></tags>
</question>`

describe('readMoodleXml', () => {
  test('reads choices with texts, shares, feedback, hints and tags', () => {
    const { losses, ...question } = only(choice)
    expect(losses).toEqual(['media'])
    expect(question).toEqual({
      name: 'Rivers & lakes',
      tags: ['water'],
      difficulty: null,
      body: {
        type: 'multiple_choice',
        text: '<p>Which <b>rivers</b> meet?</p>',
        options: [
          { id: 'part0001', text: 'Niger' },
          { id: 'part0002', text: 'Benue &lt; Niger' },
          { id: 'part0003', text: 'Nile' },
        ],
        is_shuffled: false,
      },
      key: {
        type: 'multiple_choice',
        correct: ['part0001', 'part0002'],
        scoring: 'partial',
        option_feedback: { part0001: 'One' },
        feedback: { general: 'Both', correct: 'Yes', incorrect: 'No' },
        hints: ['Nigeria'],
      },
    })
  })

  test('reads numbers with units, and calculated ones', () => {
    const number = only(`<question type="numerical">${text('questiontext', 'How far?')}
      <answer fraction="100"><text>1,5</text><tolerance>0.1</tolerance></answer>
      <answer fraction="0"><text>*</text>${text('feedback', 'No')}</answer>
      <unitgradingtype>1</unitgradingtype><unitpenalty>0.25</unitpenalty><showunits>2</showunits>
      <units><unit><multiplier>1</multiplier><unit_name>km</unit_name></unit>
      <unit><multiplier>1000</multiplier><unit_name>m</unit_name></unit></units></question>`)
    expect(number).toMatchObject({
      losses: ['feedback', 'units'],
      body: { unit_input: 'select', units: ['km'] },
      key: { unit_penalty: 0.25, accepted: [{ value: '1.5', tolerance: '0.1', unit: 'km' }] },
    })
    const data = (name: string) =>
      `<dataset_definition><name><text>${name}</text></name><minimum><text>1</text></minimum>` +
      `<maximum><text>9</text></maximum><decimals><number>1</number></decimals></dataset_definition>`
    const calculated = only(`<question type="calculated">${text('questiontext', '{A} and {b}?')}
      <answer fraction="100"><text>{A} + 2*{b}</text><tolerance>0.01</tolerance>
      <tolerancetype>2</tolerancetype></answer>
      <dataset_definitions>${data('A')}${data('b')}</dataset_definitions></question>`)
    expect(calculated).toMatchObject({
      losses: [],
      body: { type: 'calculated', text: '{a} and {b}?' },
      key: {
        formula: 'a + 2*b',
        tolerance: '0.01',
        tolerance_kind: 'absolute',
        variables: [{ name: 'a' }, {}],
      },
    })
  })

  test('reads gaps of three kinds', () => {
    const cloze = only(
      `<question type="cloze">${text('questiontext', String.raw`A {1:SA:=c\}ow~%50%ox#nearly} and {:MC:=yes~no}.`)}</question>`,
    )
    expect(cloze).toMatchObject({
      losses: ['feedback'],
      body: { text: 'A [[part0001]] and [[part0002]].' },
      key: {
        gaps: {
          part0001: {
            accepted: [
              { text: 'c}ow', fraction: 1 },
              { text: 'ox', fraction: 0.5 },
            ],
          },
          part0002: { kind: 'list', correct: 'part0003' },
        },
      },
    })
    const option = (value: string, group: number) =>
      `<selectoption><text>${value}</text><group>${group}</group></selectoption>`
    const selects = only(`<question type="gapselect">${text('questiontext', '[[3]] and [[2]]')}
      ${option('a', 1)}${option('b', 1)}${option('c', 2)}${option('d', 2)}</question>`)
    expect(selects.body).toMatchObject({
      gaps: [{ options: [{ text: 'c' }, { text: 'd' }] }, { options: [{ text: 'a' }, { text: 'b' }] }],
    })
  })

  test('lists what it cannot read with its line, and reads the rest', () => {
    const invalid = [
      '<question type="category"><category><text>$course$/Rivers</text></category></question>',
      `<question type="ddimageortext">${text('questiontext', 'Drag')}</question>`,
      `<question type="truefalse">${text('questiontext', 'No answer')}</question>`,
      `<question type="cloze">${text('questiontext', '{1:NUMERICAL:=5}')}</question>`,
      `<question type="shortanswer">${text('questiontext', 'x')}<answer fraction="900"><text>a</text></answer></question>`,
      `<question type="gapselect">${text('questiontext', '[[7]]')}</question>`,
    ]
    const { questions, dropped } = read(quiz(...invalid, choice))
    expect(questions).toHaveLength(1)
    expect(dropped.map(({ at, code }) => `${at} ${code}`)).toEqual([
      '3 category',
      '4 type_not_supported',
      '5 question_invalid',
      '6 question_invalid',
      '7 question_invalid',
      '8 question_invalid',
      '9 media',
    ])
  })

  test('refuses document types, deep nesting and files of another kind', () => {
    const bomb = '<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    const deep = '<a>'.repeat(200_000)
    for (const file of [`${bomb}${quiz(choice)}`, quiz(deep), '<html></html>', 'no XML', ''])
      expect(read(file)).toMatchObject({ questions: [], dropped: [{ code: 'file_invalid' }] })
    const long = `<question type="description">${text('questiontext', 'x'.repeat(500_000))}</question>`
    expect(read(quiz(long)).dropped).toMatchObject([{ code: 'question_too_long' }])
  })
})

describe('writeMoodleXml', () => {
  test('writes each type so that a second import is identical, and lists the others', () => {
    const samples = allSamples().map((sample, at) => ({
      ...sample,
      name: `<${at}> & "x"`,
      tags: ['a', 'b & c'],
    }))
    const { text: file, dropped } = writeMoodleXml(samples)
    const first = read(file)
    expect(first.dropped).toEqual([])
    const unsupported = dropped.filter(({ code }) => code === 'type_not_supported')
    expect(unsupported.map(({ at }) => samples[at - 1]!.body.type)).toEqual([
      'hotspot',
      'labelling',
      'categorise',
      'matrix',
      'slider',
      'code',
      'passage',
    ])
    expect(first.questions.map(({ name, body }) => [name, body.type])).toEqual(
      samples
        .filter((_, at) => !unsupported.some((one) => one.at === at + 1))
        .map(({ name, body }) => [name, body.type]),
    )
    const second = writeMoodleXml(first.questions)
    expect(second.dropped).toEqual([])
    expect(read(second.text)).toEqual(first)
  })

  test('lists settings and parts that the format cannot hold', () => {
    const codes = (type: string, change: (question: ReturnType<typeof allSamples>[number]) => void) => {
      const question = allSamples().find(({ body }) => body.type === type)!
      change(question)
      return writeMoodleXml([question]).dropped.map(({ code }) => code)
    }
    expect(codes('essay', (question) => (question.difficulty = 4))).toEqual(['difficulty'])
    expect(
      codes('short_text', ({ key }) =>
        Object.assign(key, { feedback: { general: '', correct: 'x', incorrect: '' } }),
      ),
    ).toEqual(['settings', 'feedback'])
    expect(codes('true_false', ({ body }) => (body.text = '<video src="/x"></video> It is'))).toEqual([
      'media',
    ])
    expect(
      codes('calculated', ({ key }) => key.type === 'calculated' && (key.variables[0]!.step = '2')),
    ).toEqual(['settings'])
    expect(codes('gaps', ({ key }) => Object.assign(key, { scoring: 'all_or_nothing' }))).toEqual([
      'settings',
    ])
  })
})
