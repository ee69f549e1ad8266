/** Limits of a task. The child process is killed beyond them. */
export interface TaskLimits {
  /** Resident memory of the child process, including Node itself (about 60 MB). */
  memory_mb: number
  /** CPU time of one run over all threads. */
  cpu_ms: number
}

/** A function that runs in a child process: see README.md of this folder. */
export interface IsolatedTask<Input, Output> extends TaskLimits {
  name: string
  /** URL of the file that exports `run`. */
  module: string
  /** Whether the module loads native add-ons, such as sharp. */
  native: boolean
  /** Long work without a waiting person, such as a job: it leaves a process free for other work. */
  background: boolean
  /** Never set: carries the types of `run`. */
  types?: (input: Input) => Output
}

interface TaskOptions extends TaskLimits {
  /** Name in logs; default: the file name. */
  name?: string
  native?: boolean
  background?: boolean
}

/**
 * Declares a task whose code is the function `run` of `module`. `Run` is its type, imported as a type, so that
 * the caller does not load the code.
 */
export function isolatedTask<Run extends (input: never, folder: string) => unknown>(
  module: URL,
  { name, native = false, background = false, ...limits }: TaskOptions,
): IsolatedTask<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  const file = module.pathname.split('/').at(-1)!
  return { name: name ?? file.replace(/\.\w+$/, ''), module: module.href, native, background, ...limits }
}
