import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IsolatedTask } from './isolated-task.ts'

const root = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)))
const entry = fileURLToPath(new URL('./child-main.ts', import.meta.url))
const shell = '/bin/sh'

/** Memory of a process that has loaded its code, in MB. */
const nodeMemoryMb = 60

interface ChildOptions {
  task: IsolatedTask<never, unknown>
  /** The only folder that the process may write to. */
  folder: string
  /** Further files that it may read. */
  readable: readonly string[]
  /** CPU limit of the whole process, enforced by the kernel even if this process dies. */
  cpu_seconds: number
}

/** Starts a process that can read the code, read and write its folder, and nothing else. */
export function spawnChild({ task, folder, readable, cpu_seconds }: ChildOptions): ChildProcess {
  const heap_mb = Math.max(32, Math.floor(task.memory_mb - nodeMemoryMb))
  const modules = join(root, 'node_modules')
  // The packages folder may be a link; both paths are allowed.
  const read = [join(root, 'src/'), modules, realpathSync(modules), join(root, 'package.json')]
  const node = [
    process.execPath,
    `--max-old-space-size=${heap_mb}`,
    '--permission',
    '--disable-warning=SecurityWarning',
    ...(task.native ? ['--allow-addons'] : []),
    ...[...read, folder, ...readable].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    entry,
    task.module,
    folder,
  ]
  // No core dump: it would contain the task's data.
  const limits = `ulimit -c 0; ulimit -t ${cpu_seconds}; exec "$0" "$@"`
  const [command = '', ...args] = existsSync(shell) ? [shell, '-c', limits, ...node] : node
  const child = spawn(command, args, {
    cwd: folder,
    env: { NODE_ENV: 'production', TZ: 'UTC', MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  if (child.pid !== undefined) yieldToOthers(child.pid)
  return child
}

/**
 * Gives requests priority on a busy processor, and lets the kernel kill this process first when memory runs out.
 */
function yieldToOthers(pid: number) {
  try {
    setPriority(pid, 10)
  } catch {
    // It has ended, or the system does not allow it.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}
