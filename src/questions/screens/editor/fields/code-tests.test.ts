import { expect, test } from 'vitest'
import { examplesOnly, isShown, withTest, withTestShown, withoutTest, type CodeTests } from './code-tests.ts'

const first = { call: 'double(2)', expected: '4', weight: 1 }
const second = { call: 'double(-1)', expected: '-2', weight: 2 }
const example = { call: 'double(0)', expected: '0' }
const all: CodeTests = { tests: [first, second], examples: [example] }

test('a test is hidden until the author shows it', () => {
  expect(isShown(all, first)).toBe(false)
  const shown = withTestShown(all, first, true)
  expect(shown.examples).toEqual([example, { call: 'double(2)', expected: '4' }])
  expect(isShown(shown, first)).toBe(true)
  expect(examplesOnly(shown)).toEqual([0])
  expect(withTestShown(shown, first, false)).toEqual(all)
})

test('a shown test stays shown when it changes, and its example goes with it', () => {
  const shown = withTestShown(all, second, true)
  const changed = withTest(shown, 1, { ...second, expected: '-2.0' })
  expect(changed.examples[1]).toEqual({ call: 'double(-1)', expected: '-2.0' })
  expect(withoutTest(changed, 1)).toEqual({ tests: [first], examples: [example] })
})

test('an example without points is no test, even while both are empty', () => {
  const empty = { call: '', expected: '' }
  const drafts: CodeTests = { tests: [{ ...empty, weight: 1 }], examples: [empty] }
  expect(isShown(drafts, drafts.tests[0]!)).toBe(false)
  expect(examplesOnly(drafts)).toEqual([0])
  expect(withTest(drafts, 0, first).examples).toEqual([empty])
})
