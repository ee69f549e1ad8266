/** Environment variables with Node settings for a server process. */
export function serverEnvironment(): Record<
  'NODE_COMPILE_CACHE' | 'NODE_OPTIONS' | 'MALLOC_ARENA_MAX',
  string
>

/** Node arguments for the same processes. */
export const serverArguments: string[]
