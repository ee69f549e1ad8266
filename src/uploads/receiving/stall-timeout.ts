import type { Readable } from 'node:stream'

/** Aborts a body that stalls for `seconds`, which would hold a connection and a draft for ever. */
export async function* withStallTimeout(body: Readable, seconds: number) {
  const timer = setTimeout(() => body.destroy(new Error('the sender went quiet')), seconds * 1000)
  try {
    for await (const chunk of body) {
      timer.refresh()
      yield chunk as Buffer
    }
  } finally {
    clearTimeout(timer)
  }
}
