/** Settings of Node for a process that serves, for its environment. */
export function serverEnvironment(): Record<
  'NODE_COMPILE_CACHE' | 'NODE_OPTIONS' | 'MALLOC_ARENA_MAX',
  string
>

/** Arguments of Node for the same processes. */
export const serverArguments: string[]
