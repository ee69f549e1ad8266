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

type Run = (input: never, folder: string) => unknown

interface TaskOptions extends TaskLimits {
  /** In logs; without it, the file's name. */
  name?: string
  native?: boolean
  background?: boolean
}

/**
 * Declares the task whose code is the `run` that `module` exports. `Module` is `typeof import('./that-file.ts')`, so that
 * the caller knows the types without loading the code.
 */
export function isolatedTask<Module extends { run: Run }>(
  module: URL,
  { name, native = false, background = false, ...limits }: TaskOptions,
): IsolatedTask<Parameters<Module['run']>[0], Awaited<ReturnType<Module['run']>>> {
  const file = module.pathname.split('/').at(-1)!
  return { name: name ?? file.replace(/\.\w+$/, ''), module: module.href, native, background, ...limits }
}
