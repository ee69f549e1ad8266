/** What one task may use. The child process is killed when it goes beyond. */
export interface TaskLimits {
  /** Resident memory of the child process, Node itself (about 60 MB) included. */
  memory_mb: number
  /** Processor time of one run, all threads together. */
  cpu_ms: number
}

/** A function that runs in a child process: see README.md of this folder. */
export interface IsolatedTask<Input, Output> extends TaskLimits {
  name: string
  /** URL of the file that exports `run`. */
  module: string
  /** The module loads native add-ons, such as sharp. */
  native: boolean
  /** Long work that nobody watches, such as a job's: it leaves a process free for work that somebody waits for. */
  background: boolean
  /** Never set: carries the types of `run`. */
  types?: (input: Input) => Output
}

interface TaskOptions extends TaskLimits {
  /** In logs; without it, the file's name. */
  name?: string
  native?: boolean
  background?: boolean
}

/**
 * Declares the task whose code is the function `run` that `module` exports. `Run` is its type, imported as a type, so that
 * the caller knows it without loading the code.
 */
export function isolatedTask<Run extends (input: never, folder: string) => unknown>(
  module: URL,
  { name, native = false, background = false, ...limits }: TaskOptions,
): IsolatedTask<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  const file = module.pathname.split('/').at(-1)!
  return { name: name ?? file.replace(/\.\w+$/, ''), module: module.href, native, background, ...limits }
}
