/** A call such as `double(2)`, and JSON of its expected value. */
export interface CodeTest {
  call: string
  expected: string
}

/**
 * `different`: another value than expected; `error`: the program threw an error; `time`, `memory`: it exceeded the limits,
 * or a test before it did and ended the run.
 */
export type CodeOutcome = 'passed' | 'different' | 'error' | 'time' | 'memory'

export interface CodeTestResult {
  outcome: CodeOutcome
  /** JSON of the value, cut to 2,000 characters; null if there is none. */
  actual: string | null
  /** Name and message of the error, cut to 500 characters. */
  error: string | null
}

export interface CodeInput {
  code: string
  function_name: string
  calls: string[]
}

/** What a program did with one call, before it is compared. */
export type CallResult =
  | { outcome: 'value'; actual: string }
  | { outcome: 'error' | 'time' | 'memory'; error: string }

export type SandboxMessage =
  | { type: 'ready' }
  | { type: 'result'; index: number; result: CallResult }
  /** The module itself failed, for example because its memory is used up. */
  | { type: 'crashed'; message: string }
  | { type: 'finished' }
