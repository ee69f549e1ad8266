import { Refusal } from '../contract/refusal.ts'
import { isSameJson } from './is-same-json.ts'
import type { CallResult, CodeTest, CodeTestResult } from './messages.ts'
import { SandboxThread, type RunOutcome } from './sandbox-thread.ts'

export { SandboxFailed } from './sandbox-thread.ts'
export type { CodeOutcome, CodeTest, CodeTestResult } from './messages.ts'

/** Programs that run at the same time: each may use a processor until its time is over. */
const maxRunning = 2
const maxWaiting = 50
const maxShownLength = 2_000
/** Milliseconds until an idle thread ends: it holds 20 MB. */
const idleMs = 30_000

let running = 0
const waiting: (() => void)[] = []
let warm: { thread: SandboxThread; timer: NodeJS.Timeout } | null = null

/**
 * Runs a JavaScript program and compares the values of calls with the expected ones. The program has 1.5 s and 64 MB in
 * all, 0.4 s for each call, and no access to files, network or clock of the server.
 *
 * Throws the refusal `busy` if too many programs wait, and SandboxFailed if the sandbox itself cannot run.
 */
export async function runCodeTests(
  code: string,
  function_name: string,
  tests: readonly CodeTest[],
): Promise<CodeTestResult[]> {
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(function_name))
    throw new TypeError('The name of the function is invalid.')
  const outcome = await inTurn(() =>
    takeThread().run({ code, function_name, calls: tests.map(({ call }) => call) }),
  )
  return tests.map(({ expected }, index) => resultOf(outcome, index, expected))
}

async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new Refusal('busy', { retry_after_seconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await run()
  } finally {
    // The next run takes over the turn.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The prepared thread, and another one is prepared. */
function takeThread() {
  const thread = warm?.thread ?? new SandboxThread()
  if (warm) clearTimeout(warm.timer)
  const next = new SandboxThread()
  warm = { thread: next, timer: setTimeout(() => endIdle(next), idleMs).unref() }
  return thread
}

function endIdle(thread: SandboxThread) {
  if (warm?.thread === thread) warm = null
  thread.end().catch(() => {})
}

function resultOf({ results, end }: RunOutcome, index: number, expected: string): CodeTestResult {
  const result: CallResult = results[index] ?? {
    outcome: end === 'time' ? 'time' : 'memory',
    error: 'The run ended.',
  }
  if (result.outcome !== 'value') return { outcome: result.outcome, actual: null, error: result.error }
  const outcome = isSameJson(result.actual, expected) ? 'passed' : 'different'
  return { outcome, actual: result.actual.slice(0, maxShownLength), error: null }
}
