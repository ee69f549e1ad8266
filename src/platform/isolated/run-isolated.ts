import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../contract/refusal.ts'
import { IsolatedProcess } from './isolated-process.ts'
import type { IsolatedTask } from './isolated-task.ts'
import { TaskStopped } from './task-errors.ts'
import { QueueFull, TaskQueue } from './task-queue.ts'

/** Parallel child processes: one is always left for another group. */
const slots = Math.min(4, Math.max(2, availableParallelism()))

const queue = new TaskQueue({ slots, maxQueuedPerPerson: 5, maxQueuedPerGroup: 20, maxQueued: 100 })

/** Milliseconds after which an idle process ends. */
const idleMs = 5_000

/** At most one per task and group, and as many as there are slots. */
const idle = new Map<string, { process: IsolatedProcess; timer: NodeJS.Timeout }>()

interface RunOptions {
  /** Group for fair queueing, such as a tenant. No process serves two groups. */
  group_id: string
  /** Person who waits for the result: others of the group keep their part of the queue. */
  user_id?: string
  /** A folder of `withScratchFolder`: the task finds its files in its own folder, and its output appears here. */
  folder?: string
  /** Paths of further readable files; the task then runs in a separate process. */
  readable?: readonly string[]
}

/**
 * Runs a task in a child process with limits, queued fairly by group. `input` and result are copied between the
 * processes: use files in `folder` for large data.
 *
 * Throws TaskRejected with the task's own code, TaskStopped if it exceeded its limits, and the refusal `busy` if
 * the queue is full or the machine could not finish it in time.
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

/** Provides an empty folder for the files of a task, deleted when `work` ends. */
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
  // The longest idle process ends: it holds memory.
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
