/** Environment variables with Node settings for a server process. */
export function serverEnvironment(): Record<
  'NODE_COMPILE_CACHE' | 'NODE_OPTIONS' | 'MALLOC_ARENA_MAX' | 'UV_THREADPOOL_SIZE',
  string
>

/** Node arguments for the same processes. */
export const serverArguments: string[]
