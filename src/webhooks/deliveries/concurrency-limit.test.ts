import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

test.each([
  [{ endpoint: 0, school: 0, process: 0 }, 4],
  [{ endpoint: 3, school: 3, process: 3 }, 1],
  [{ endpoint: 4, school: 4, process: 4 }, 0],
  [{ endpoint: 0, school: 10, process: 10 }, 2],
  [{ endpoint: 1, school: 12, process: 12 }, 0],
  [{ endpoint: 0, school: 12, process: 12 }, 1],
  [{ endpoint: 0, school: 19, process: 300 }, 1],
  [{ endpoint: 0, school: 0, process: 399 }, 1],
  [{ endpoint: 0, school: 0, process: 400 }, 0],
])('with %j running allows %d more', (busy, room) => {
  expect(concurrencyLimit(busy)).toBe(room)
})
