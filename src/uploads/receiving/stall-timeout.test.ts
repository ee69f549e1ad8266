import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withStallTimeout } from './stall-timeout.ts'

test('lets a slow sender finish and aborts a stalled one', async () => {
  const slow = new PassThrough()
  const received = buffer(withStallTimeout(slow, 0.5))
  for (const chunk of ['a', 'b', 'c', 'd']) {
    slow.write(chunk)
    await sleep(200)
  }
  slow.end()
  expect((await received).toString()).toBe('abcd')

  const quiet = new PassThrough()
  quiet.write('a')
  await expect(buffer(withStallTimeout(quiet, 0.1))).rejects.toThrow('the sender went quiet')
  expect(quiet.destroyed).toBe(true)
})
