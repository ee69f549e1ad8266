import { describe, expect, test } from 'vitest'
import { readQuestionCsv } from './csv-read.ts'
import { writeQuestionCsv } from './csv-write.ts'
import { allSamples, createIds } from './format-testing.ts'
import type { FileQuestion } from './format-types.ts'

const read = (file: string) => readQuestionCsv(file, createIds())

const file =
  `\uFEFFType;Name;Question;Option 1;Option 2;Option 3;Correct;Scoring;Shuffled;Option feedback 1;Feedback;Hint 1;Tags;Difficulty;Text format\r
single choice;Rivers;"Which river
flows through Lọ́kọ́ja?";Niger;Benue;Nile;1;;;Yes;General;West;water; rivers;2;\r
`.replace('water; rivers', '"water; rivers"')

const comma = `type,question,option_1,option_2,option_3,correct,scoring,shuffled,text_format
multiple_choice,Pick,a,b,c,1;3,all_or_nothing,no,
,Guess one,a,b,,2,,,
,"Guess, two",a,b,c,"1,2",,,
true_false,Is 3 < 4?,,,,yes,,,
short_text,Who?,Achebe,C. Achebe,,1;2=75%,,,
number,Pi?,3.14±0.01,3.1±5% km,,1;2=50%,,,
essay,Why?,,,,,,,
matching,Match,one -> kan,two -> eji,-> ẹta,,,,
ordering,Order,first,second,third,,,,
information,<b>Read</b> <img src=x>this,,,,,,,html
`

describe('readQuestionCsv', () => {
  test('reads headers as people write them, any separator, and cells with several lines', () => {
    const { questions, dropped } = read(file)
    expect(dropped).toEqual([])
    expect(questions).toMatchObject([
      {
        name: 'Rivers',
        tags: ['water', 'rivers'],
        difficulty: 2,
        body: { text: 'Which river<br>flows through Lọ́kọ́ja?', options: [{ text: 'Niger' }, {}, {}] },
        key: {
          fractions: { part0001: 1 },
          option_feedback: { part0001: 'Yes' },
          feedback: { general: 'General' },
          hints: ['West'],
        },
      },
    ])
  })

  test('reads each type, and guesses one that is missing', () => {
    const { questions, dropped } = read(comma)
    expect(dropped.map(({ at, code }) => [at, code])).toEqual([[11, 'media']])
    expect(questions.map(({ body }) => body.type)).toEqual([
      'multiple_choice',
      'single_choice',
      'multiple_choice',
      'true_false',
      'short_text',
      'number',
      'essay',
      'matching',
      'ordering',
      'information',
    ])
    expect(questions[0]).toMatchObject({
      body: { is_shuffled: false },
      key: { correct: ['part0001', 'part0003'], scoring: 'all_or_nothing' },
    })
    expect(questions[3]!.body.text).toBe('Is 3 &lt; 4?')
    expect(questions[4]!.key).toMatchObject({ accepted: [{ fraction: 1 }, { fraction: 0.75 }] })
    expect(questions[5]).toMatchObject({
      body: { unit_input: 'typed' },
      key: {
        accepted: [
          { value: '3.14', tolerance: '0.01', tolerance_kind: 'absolute', unit: '' },
          { value: '3.1', tolerance: '0.05', tolerance_kind: 'relative', unit: 'km', fraction: 0.5 },
        ],
      },
    })
    expect(questions[7]!.body).toMatchObject({ prompts: [{}, {}], choices: [{}, {}, { text: 'ẹta' }] })
    expect(questions[9]!.body.text).toBe('<b>Read</b> this')
  })

  test('lists what it cannot read with its line', () => {
    const rows = [
      'hotspot,Where?,a,b,,1',
      'single_choice,No such option,a,b,,4',
      'single_choice,No answer,a,b,,',
      'true_false,Maybe?,,,,maybe',
      'number,How many?,many,,,',
      'matching,No arrow,a,b,,',
      'single_choice,Fine,a,b,,1',
    ]
    const { questions, dropped } = read(
      `type,question,option_1,option_2,option_3,correct,colour\n${rows.join('\n')}`,
    )
    expect(questions.map(({ body }) => body.text)).toEqual(['Fine'])
    expect(dropped.map(({ at, code }) => `${at} ${code}`)).toEqual([
      '1 settings',
      '2 type_not_supported',
      '3 question_invalid',
      '4 question_invalid',
      '5 question_invalid',
      '6 question_invalid',
      '7 question_invalid',
    ])
  })

  test('tells a file that is no table of questions', () => {
    expect(read('name,email\nAda,a@x.org').dropped).toMatchObject([{ at: 1, code: 'file_invalid' }])
    expect(read('question,correct\n"Never closed,1').dropped).toMatchObject([{ at: 2, code: 'file_invalid' }])
    expect(read('')).toEqual({ questions: [], dropped: [], more_dropped: 0 })
    expect(read(`question\n${'long '.repeat(30_000)}`).dropped).toMatchObject([{ code: 'question_too_long' }])
  })
})

describe('writeQuestionCsv', () => {
  test('writes what it read, so that a second import is identical', () => {
    for (const source of [file, comma]) {
      const first = read(source)
      const written = writeQuestionCsv(first.questions)
      expect(written.dropped).toEqual([])
      expect(read(written.text).questions).toEqual(first.questions)
    }
  })

  test('keeps texts that a spreadsheet would take for formulas', () => {
    const { questions } = read('question,option_1,option_2,correct\n=1+1?,-2,+2,2')
    const { text } = writeQuestionCsv(questions)
    expect(text).toContain(`"'=1+1?"`)
    expect(read(text).questions).toEqual(questions)
  })

  test('lists each type and setting that a table cannot hold', () => {
    const samples = allSamples()
    const { text, dropped } = writeQuestionCsv(samples)
    const unsupported = dropped.filter(({ code }) => code === 'type_not_supported').length
    const back = read(text)
    expect([back.questions.length + unsupported, back.dropped]).toEqual([samples.length, []])
    const essay = samples.find(({ body }) => body.type === 'essay')!
    const marked = {
      ...essay,
      body: { ...essay.body, max_words: 200 },
      key: { ...essay.key, guidance: '<p>Look for sources</p>' },
    } as FileQuestion
    expect(writeQuestionCsv([marked]).dropped.map(({ code }) => code)).toEqual(['guidance', 'settings'])
  })
})
