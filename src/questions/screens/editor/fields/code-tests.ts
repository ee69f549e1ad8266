import type { BodyOf, KeyOf } from '#lib/questions/index.ts'

type Test = KeyOf<'code'>['tests'][number]
type Example = BodyOf<'code'>['examples'][number]

/** Tests of a program, and the examples that students see. A test that they see is among both. */
export interface CodeTests {
  tests: readonly Test[]
  examples: readonly Example[]
}

const isSame = (one: Example, other: Example) => one.call === other.call && one.expected === other.expected

/** Whether students see a test. A test without a call is not shown. */
export const isShown = ({ examples }: CodeTests, test: Test) =>
  test.call !== '' && examples.some((example) => isSame(example, test))

/** Replaces a test, and its example if students see it. */
export function withTest(all: CodeTests, at: number, test: Test): CodeTests {
  const old = all.tests[at]!
  const { call, expected } = test
  const isVisible = isShown(all, old)
  return {
    tests: all.tests.with(at, test),
    examples: isVisible
      ? all.examples.map((example) => (isSame(example, old) ? { call, expected } : example))
      : all.examples,
  }
}

/** Shows a test to students, or hides it. */
export const withTestShown = (all: CodeTests, test: Test, isVisible: boolean): CodeTests => {
  const others = all.examples.filter((example) => !isSame(example, test))
  const { call, expected } = test
  return { ...all, examples: isVisible ? [...others, { call, expected }] : others }
}

/** Removes a test, and its example. */
export const withoutTest = (all: CodeTests, at: number): CodeTests => ({
  tests: all.tests.toSpliced(at, 1),
  examples: withTestShown(all, all.tests[at]!, false).examples,
})

/** Positions of the examples that are no tests. */
export const examplesOnly = ({ tests, examples }: CodeTests) =>
  examples.flatMap((example, at) =>
    example.call !== '' && tests.some((test) => isSame(test, example)) ? [] : [at],
  )
