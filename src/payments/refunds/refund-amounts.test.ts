import { describe, expect, test } from 'vitest'
import { pauseAfter } from './process-refund.ts'
import { coveredLines, distributeRefund, refundableLines } from './refund-amounts.ts'

const lines = [
  { id: 'a', net: 1000, refund_reserved: 0 },
  { id: 'b', net: 500, refund_reserved: 200 },
]

describe('refundableLines', () => {
  test.each([
    [
      'everything',
      undefined,
      [
        { line_id: 'a', amount: 1000 },
        { line_id: 'b', amount: 300 },
      ],
    ],
    ['the rest of a line', [{ line_id: 'b' }], [{ line_id: 'b', amount: 300 }]],
    ['a part', [{ line_id: 'a', amount: 600 }], [{ line_id: 'a', amount: 600 }]],
    ['more than the rest', [{ line_id: 'b', amount: 301 }], null],
    [
      'a line twice, above its rest',
      [
        { line_id: 'a', amount: 600 },
        { line_id: 'a', amount: 600 },
      ],
      null,
    ],
    ['an unknown line', [{ line_id: 'c', amount: 1 }], null],
    ['no line', [], null],
  ])('%s', (_name, requested, expected) => {
    expect(refundableLines(lines, requested)).toEqual(expected)
  })
})

test('a part of the price covers the lines in their order', () => {
  expect(coveredLines(lines, 1_100)).toEqual([
    { line_id: 'a', amount: 1_000 },
    { line_id: 'b', amount: 100 },
  ])
  expect(coveredLines(lines, 400)).toEqual([{ line_id: 'a', amount: 400 }])
  expect(coveredLines(lines, 0)).toBeNull()
})

test('asks about a young refund often, and about an old one every ten minutes', () => {
  expect([0, 30_000, 120_000, 86_400_000].map(pauseAfter)).toEqual([20_000, 30_000, 120_000, 600_000])
})

describe('distributeRefund', () => {
  const payments = [
    { id: 'p', amount: 400, refund_reserved: 0 },
    { id: 'q', amount: 700, refund_reserved: 100 },
  ]
  test('takes the oldest payment first', () => {
    expect(distributeRefund([{ line_id: 'a', amount: 300 }], payments)).toEqual([
      { payment_id: 'p', amount: 300, lines: [{ line_id: 'a', amount: 300 }] },
    ])
  })
  test('splits a refund that no payment covers alone', () => {
    const requested = [
      { line_id: 'a', amount: 300 },
      { line_id: 'b', amount: 500 },
    ]
    expect(distributeRefund(requested, payments)).toEqual([
      {
        payment_id: 'p',
        amount: 400,
        lines: [
          { line_id: 'a', amount: 300 },
          { line_id: 'b', amount: 100 },
        ],
      },
      { payment_id: 'q', amount: 400, lines: [{ line_id: 'b', amount: 400 }] },
    ])
  })
  test('refuses more than was paid', () => {
    expect(distributeRefund([{ line_id: 'a', amount: 1001 }], payments)).toBeNull()
  })
})
