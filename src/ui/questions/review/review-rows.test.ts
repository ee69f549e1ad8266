import { expect, test } from 'vitest'
import { questionSamples } from '#ui/dev/question-samples.ts'
import { reviewRows } from './review-rows.ts'

const words = {
  gap: (number: number) => `Gap ${number}`,
  spot: (number: number) => `Spot ${number}`,
  boolean: (value: boolean) => String(value),
}

const simple = questionSamples.filter(({ body }) => body.type !== 'passage' && body.type !== 'information')

test.each(simple)('a right answer of $body.type is shown and judged right', ({ body, answer, key }) => {
  const rows = reviewRows(body.type as never, { body, answer, key, words } as never)
  for (const row of rows) expect(row.given).not.toEqual([])
  for (const { isRight } of rows) expect(isRight).not.toBe(false)
})

test.each(simple)('nothing of the key of $body.type is shown before it is released', ({ body, answer }) => {
  const rows = reviewRows(body.type as never, { body, answer, key: null, words } as never)
  for (const { right, isRight } of rows) expect([right, isRight]).toEqual([null, null])
})
