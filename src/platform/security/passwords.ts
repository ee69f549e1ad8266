import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { Refusal } from '../contract/refusal.ts'

// Argon2id is the library's default algorithm; its enum cannot be named under isolated modules.
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Makes this process use cheap, insecure hashes: for tests of other features. */
export function useCheapHashing() {
  if (process.env.NODE_ENV === 'production') throw new Error('this is for tests only')
  Object.assign(options, { memoryCost: 64, timeCost: 1 })
}

/**
 * Number of hashes that run in parallel: two more than cores, so that no core waits for JavaScript between two of them,
 * but files and names of hosts keep threads of the pool.
 */
export const hashesAtOnce = (cores: number, threads: number) =>
  Math.min(cores + 2, Math.max(threads - 4, Math.ceil(threads / 2)))

/** libuv has 4 threads by default. */
const atOnce = hashesAtOnce(availableParallelism(), Number(process.env.UV_THREADPOOL_SIZE) || 4)
const maxWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/** Runs at most `atOnce` hashes in parallel; beyond the queue it refuses `busy` (503). */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) throw new Refusal('busy', { retry_after_seconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The slot passes to the next in the queue, so the count stays.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Argon2id hash of a password, in PHC format with a new salt. Error: `busy`. */
export const hashPassword = (password: string) => inTurn(() => hash(password, options))

let decoy: Promise<string> | undefined

/** Whether the password matches. Without a stored hash it takes the same time and returns false. */
export function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  return inTurn(async () => {
    decoy ??= hash('nobody has this password', options)
    const against = stored ?? (await decoy)
    const fits = await verify(against, password).catch(() => false)
    return fits && stored !== null && stored !== undefined
  })
}
