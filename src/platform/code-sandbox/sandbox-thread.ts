import { Worker } from 'node:worker_threads'
import type { CallResult, CodeInput, SandboxMessage } from './messages.ts'

/** Milliseconds from the start of a program until its thread is ended, whatever it does. */
export const runMs = 1_500
/** Starting takes 180 ms on an idle machine. */
const startMs = 20_000

/** The sandbox itself failed, not the program in it: a person must mark the program, or it is run again. */
export class SandboxFailed extends Error {
  override readonly name = 'SandboxFailed'
}

export interface RunOutcome {
  /** Results by call; missing from the call that ended the run. */
  results: CallResult[]
  end: 'finished' | 'time' | 'memory'
}

/** A thread with an engine of its own, used for one run and then ended. */
export class SandboxThread {
  readonly #worker: Worker
  readonly #ready: Promise<void>

  constructor() {
    this.#worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 },
      stdin: false,
      stdout: true,
      stderr: true,
    })
    // An idle thread does not hold the process.
    this.#worker.unref()
    this.#ready = this.#waitForStart()
    // Reported to the run that uses this thread.
    this.#ready.catch(() => {})
  }

  /** Runs a program and ends the thread. Throws SandboxFailed if the thread cannot start. */
  async run(input: CodeInput): Promise<RunOutcome> {
    try {
      await this.#ready
      return await this.#results(input)
    } finally {
      await this.end()
    }
  }

  async end() {
    await this.#worker.terminate()
  }

  async #waitForStart() {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new SandboxFailed('The sandbox did not start.')), startMs)
    this.#worker.once('message', () => resolve())
    this.#worker.once('error', (error) => reject(new SandboxFailed('The sandbox failed.', { cause: error })))
    this.#worker.once('exit', () => reject(new SandboxFailed('The sandbox ended.')))
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#worker.removeAllListeners()
    }
  }

  async #results(input: CodeInput): Promise<RunOutcome> {
    const results: CallResult[] = []
    const { promise, resolve } = Promise.withResolvers<RunOutcome['end']>()
    const timer = setTimeout(() => resolve('time'), runMs)
    this.#worker.on('message', (message: SandboxMessage) => {
      if (message.type === 'result') results[message.index] = message.result
      else if (message.type !== 'ready') resolve(message.type === 'finished' ? 'finished' : 'memory')
    })
    // The thread ends by itself only if its memory is used up.
    this.#worker.on('error', () => resolve('memory'))
    this.#worker.on('exit', () => resolve('memory'))
    this.#worker.postMessage(input)
    try {
      return { end: await promise, results }
    } finally {
      clearTimeout(timer)
    }
  }
}
