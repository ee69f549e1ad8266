import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IsolatedTask } from './isolated-task.ts'
import type { ResultMessage } from './messages.ts'
import { processUsage } from './process-usage.ts'
import { spawnChild } from './spawn-child.ts'
import { TaskRejected, TaskStopped, type StopReason } from './task-errors.ts'

const watchEveryMs = 50
/** Characters of standard error for the log. */
const maxOutputLength = 2_000
/** Runs per process; then it is replaced, so that leaks do not add up. */
const maxRuns = 50

type AnyTask = IsolatedTask<never, unknown>

/** All live processes, which end with this one. */
const live = new Set<IsolatedProcess>()
process.on('exit', () => {
  for (const each of live) each.kill()
})

/** A child process that runs one task for one group, one input after the other. */
export class IsolatedProcess {
  readonly task: AnyTask
  readonly #folder: string
  readonly #child: ChildProcess
  #output = ''
  #runs = 0
  #stopReason: StopReason | null = null
  #isAlive = true

  constructor(task: AnyTask, readable: readonly string[] = []) {
    this.task = task
    this.#folder = mkdtempSync(join(realpathSync(tmpdir()), 'lyceum-task-'))
    const cpu_seconds = Math.ceil((task.cpu_ms / 1000) * (maxRuns + 1)) + 5
    this.#child = spawnChild({ task, folder: this.#folder, readable, cpu_seconds })
    live.add(this)
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      if (this.#output.length < maxOutputLength) this.#output += chunk.toString().slice(0, maxOutputLength)
    })
    this.#child.once('error', () => this.#end())
    this.#child.once('exit', () => this.#end())
  }

  get isReusable() {
    return this.#isAlive && this.#runs < maxRuns
  }

  /** Runs the task on the files of `folder`, which also receives its output. */
  async run(input: unknown, folder: string | null): Promise<unknown> {
    this.#runs += 1
    this.#hold()
    try {
      if (folder) await moveFiles(folder, this.#folder)
      return await this.#answerTo(input)
    } finally {
      if (folder && this.#isAlive) await moveFiles(this.#folder, folder)
      this.#release()
    }
  }

  /** Kills the process at once. */
  kill() {
    this.#child.kill('SIGKILL')
    this.#end()
  }

  async #answerTo(input: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onMessage = (message: unknown) => {
      const result = message as ResultMessage
      if (result.type === 'result') resolve(result.output)
      else if (result.type === 'rejected') reject(new TaskRejected(result.code))
      else reject(new Error(`The task ${this.task.name} failed: ${result.message}`))
    }
    const onExit = () => reject(this.#stopped())
    this.#child.once('message', onMessage)
    this.#child.once('exit', onExit)
    const watch = this.#watch()
    try {
      if (!this.#isAlive) throw this.#stopped()
      this.#child.send({ input }, (error) => error && reject(this.#stopped()))
      return await promise
    } finally {
      watch.stop()
      this.#child.off('message', onMessage).off('exit', onExit)
    }
  }

  /** Kills the process if it exceeds the limits of its task. */
  #watch() {
    const { memory_mb, cpu_ms } = this.task
    const stop = (reason: StopReason) => {
      this.#stopReason ??= reason
      this.#child.kill('SIGKILL')
    }
    let cpu_before: number | null = null
    let isOver = false
    const look = async () => {
      const usage = this.#child.pid === undefined ? null : await processUsage(this.#child.pid)
      if (!usage || isOver) return
      cpu_before ??= this.#runs === 1 ? 0 : usage.cpu_ms
      if (usage.memory_mb > memory_mb) stop('memory')
      else if (usage.cpu_ms - cpu_before > cpu_ms) stop('cpu')
    }
    const timer = setInterval(() => void look(), watchEveryMs)
    // On a busy machine the same work takes longer, but not without limit.
    const deadline = setTimeout(() => stop('time'), cpu_ms * 5 + 10_000)
    return {
      stop() {
        isOver = true
        clearInterval(timer)
        clearTimeout(deadline)
      },
    }
  }

  #stopped() {
    const ranOutOfHeap = /heap out of memory|Array buffer allocation failed/.test(this.#output)
    const byKernel = this.#child.signalCode === 'SIGXCPU' ? 'cpu' : null
    const reason = this.#stopReason ?? byKernel ?? (ranOutOfHeap ? 'memory' : 'crashed')
    return new TaskStopped(this.task.name, reason, reason === 'crashed' ? this.#output.trim() : '')
  }

  /** Keeps this process alive while the child works, but not while it is idle. */
  #hold() {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #release() {
    this.#child.unref()
    this.#child.channel?.unref()
    ;(this.#child.stderr as { unref?: () => void } | null)?.unref?.()
  }

  #end() {
    if (!this.#isAlive) return
    this.#isAlive = false
    live.delete(this)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Both are in the temporary directory: nothing is copied. */
async function moveFiles(from: string, to: string) {
  for (const name of await readdir(from)) {
    await rm(join(to, name), { recursive: true, force: true })
    await rename(join(from, name), join(to, name))
  }
}
