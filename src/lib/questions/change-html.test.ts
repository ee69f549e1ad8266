import { expect, test } from 'vitest'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { changeHtml, htmlOf, QuestionBody, QuestionKey, questionTypes } from './index.ts'

test.each(questionTypes)('reaches every HTML text of the type %s and nothing else', (type) => {
  const { body, key } = sampleQuestion(type)
  for (const [schema, value] of [
    [QuestionBody, body],
    [QuestionKey, key],
  ] as const) {
    const changed = changeHtml(schema, value as never, (html) => html.replaceAll('<p>', '<h2>'))
    // Every paragraph of the samples is in an HTML field.
    expect(JSON.stringify(changed)).toBe(JSON.stringify(value).replaceAll('<p>', '<h2>'))
    expect(changeHtml(schema, value as never, (html) => html)).toEqual(value)
  }
})

test('lists texts of nested questions', () => {
  const { body } = sampleQuestion('passage')
  expect(htmlOf(QuestionBody, body)).toEqual([
    '<p>The Niger is a long river in West Africa.</p>',
    '<p>Water boils at 100 °C at sea level.</p>',
    '<p>First name of the author Achebe?</p>',
  ])
})
