import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until a condition holds; throws after the time. */
export async function waitUntil(what: string, milliseconds: number, holds: () => Promise<boolean> | boolean) {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await sleep(50))
    if (await holds()) return
  throw new Error(`${what} did not come within ${milliseconds / 1000} s`)
}
