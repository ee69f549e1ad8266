import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../contract/refusal.ts'
import { IsolatedProcess } from './isolated-process.ts'
import type { IsolatedTask } from './isolated-task.ts'
import { TaskStopped } from './task-errors.ts'
import { QueueFull, TaskQueue } from './task-queue.ts'

/** Child processes at the same time: one is always left for another group. */
const slots = Math.min(4, Math.max(2, availableParallelism()))

const queue = new TaskQueue({ slots, waiting_per_person: 5, waiting_per_group: 20, waiting: 100 })

/** A process that waits for more of the same ends after this time. */
const idleMs = 5_000

/** At most one per task and group, as many as there are slots. */
const idle = new Map<string, { process: IsolatedProcess; timer: NodeJS.Timeout }>()

interface RunOptions {
  /** Whose turn is used up: such as one tenant. No process serves two groups. */
  group_id: string
  /** Who waits for the result, where that is one person: others of the group keep their part of the queue. */
  user_id?: string
  /** A folder made by `withScratchFolder`: the task finds its files in its own folder, and its files appear here. */
  folder?: string
  /** Paths of further files that the task may read; it then runs in a process of its own. */
  readable?: readonly string[]
}

/**
 * Runs a task in a child process with limits, in the turn of its group. `input` and what it returns are copied between
 * the processes: large ones go through files in `folder`.
 *
 * Throws TaskRejected with the task's own code, TaskStopped where it went beyond its limits, and the refusal `busy` where
 * too much work waits already or the machine could not finish it in time.
 */
export async function runIsolated<Input, Output>(
  task: IsolatedTask<Input, Output>,
  input: Input,
  options: RunOptions,
): Promise<Output> {
  const { group_id, user_id = null, folder = null, readable = [] } = options
  try {
    return (await queue.run({ group_id, user_id, background: task.background }, async () => {
      const key = `${group_id} ${task.module}`
      const child = readable.length > 0 ? new IsolatedProcess(task, readable) : take(key, task)
      try {
        return await child.run(input, folder)
      } finally {
        if (readable.length > 0) child.kill()
        else keep(key, child)
      }
    })) as Output
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('busy', { retry_after_seconds: 5 })
    if (error instanceof TaskStopped && error.reason === 'time')
      throw new Refusal('busy', { retry_after_seconds: 15 })
    throw error
  }
}

/** An empty folder for the files of a task, deleted when `work` ends. */
export async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-files-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function take(key: string, task: IsolatedTask<never, unknown>) {
  const waiting = idle.get(key)
  if (!waiting) return new IsolatedProcess(task)
  clearTimeout(waiting.timer)
  idle.delete(key)
  return waiting.process.isReusable ? waiting.process : new IsolatedProcess(task)
}

function keep(key: string, child: IsolatedProcess) {
  if (!child.isReusable || idle.has(key)) return child.kill()
  // The one that has waited longest makes room: its memory is not free.
  const [oldest] = idle.keys()
  if (idle.size >= slots && oldest !== undefined) end(oldest)
  idle.set(key, { process: child, timer: setTimeout(() => end(key), idleMs).unref() })
}

function end(key: string) {
  const waiting = idle.get(key)
  idle.delete(key)
  clearTimeout(waiting?.timer)
  waiting?.process.kill()
}
