import { describe, expect, test } from 'vitest'
import { createProgressSender, type ProgressCall, type UnsentProgressStore } from './progress-sender.ts'
import { progressCalls, mergeProgress, pendingFrom, type PendingProgress } from './pending-progress.ts'

function aStore(): UnsentProgressStore & {
  stored: Map<string, PendingProgress>
  one: () => PendingProgress | undefined
} {
  const stored = new Map<string, PendingProgress>()
  return {
    stored,
    one: () => stored.values().next().value,
    all: async () => [...stored],
    put: async (key, waiting) => void stored.set(key, waiting),
    remove: async (key) => void stored.delete(key),
  }
}

const refusal = (status: number, code: string) => Object.assign(new Error(code), { status, code })

/** A connection that can be interrupted, and a server that records what arrives. */
function aLine() {
  const arrived: ProgressCall[] = []
  const line = { down: false, refuses: null as null | { status: number; code: string }, arrived }
  const send = async (call: ProgressCall) => {
    await Promise.resolve()
    if (line.down) throw refusal(0, 'connection_lost')
    if (line.refuses) throw refusal(line.refuses.status, line.refuses.code)
    arrived.push(call)
    return {
      content_id: call.content_id,
      watched_seconds: 0,
      visible_seconds: 0,
      read_percentage: null,
      position_seconds: 0,
      completed_at: null,
      course_completed_at: null,
    }
  }
  return Object.assign(line, { send })
}

function setUp(store = aStore(), line = aLine()) {
  const refused: string[] = []
  const saved: string[] = []
  const sender = createProgressSender({
    send: line.send,
    store,
    onSaved: ({ content_id }) => saved.push(content_id),
    onRefused: (code, content_id) => refused.push(`${content_id} ${code}`),
  })
  return { sender, store, line, refused, saved }
}

const video = (change: Partial<PendingProgress>) => ({ content_id: 'film', course_id: 'course', ...change })
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString()

test('combines changes between two calls', async () => {
  const { sender, store, line, saved } = setUp()
  sender.record(video({ opened: true }))
  sender.record(video({ watched: [[0, 5]], position_seconds: 5, position_at: at(5) }))
  sender.record(video({ watched: [[5, 9]], position_seconds: 9, position_at: at(9) }))
  await sender.flush()
  expect(line.arrived).toEqual([
    {
      content_id: 'film',
      course_id: 'course',
      opened: true,
      watched: [[0, 9]],
      position_seconds: 9,
      position_at: at(9),
    },
  ])
  expect([saved, sender.unsentCount(), store.stored.size]).toEqual([['film'], 0, 0])
  await sender.flush()
  expect(line.arrived).toHaveLength(1)
})

describe('without a connection', () => {
  test('everything is stored, merged and sent when it returns', async () => {
    const { sender, store, line } = setUp()
    line.down = true
    sender.record(video({ watched: [[0, 5]], position_seconds: 5, position_at: at(5) }))
    await sender.flush()
    sender.record(video({ watched: [[3, 12]], position_seconds: 12, position_at: at(12) }))
    await sender.flush()
    expect([line.arrived.length, sender.unsentCount()]).toEqual([0, 1])
    expect(store.one()).toMatchObject({ watched: [[0, 12]], position_seconds: 12 })
    line.down = false
    await sender.flush()
    expect(line.arrived).toMatchObject([{ watched: [[0, 12]], position_seconds: 12 }])
    expect(store.stored.size).toBe(0)
  })

  test('survives a reload, where newer values count', async () => {
    const { sender, store, line } = setUp()
    line.down = true
    sender.record(video({ watched: [[0, 5]], position_seconds: 5, position_at: at(5), completed: true }))
    await sender.flush()
    const { sender: next } = setUp(store, line)
    next.record(video({ completed: false, position_seconds: 2, position_at: at(30) }))
    line.down = false
    await next.resume()
    expect(line.arrived).toMatchObject([{ watched: [[0, 5]], position_seconds: 2, completed: false }])
    expect(store.stored.size).toBe(0)
  })

  test.each([0, 401, 429, 500, 503])('retries after status %i', async (status) => {
    const { sender, line, refused } = setUp()
    line.refuses = { status, code: 'x' }
    sender.record(video({ opened: true }))
    await sender.flush()
    expect([sender.unsentCount(), refused]).toEqual([1, []])
  })
})

test('keeps unsent progress of two tabs apart', async () => {
  const line = aLine()
  line.down = true
  const store = aStore()
  const [one, two] = [setUp(store, line), setUp(store, line)]
  one.sender.record(video({ watched: [[0, 5]] }))
  two.sender.record(video({ watched: [[8, 9]] }))
  await Promise.all([one.sender.flush(), two.sender.flush()])
  line.down = false
  const { sender } = setUp(store, line)
  await sender.resume()
  expect(line.arrived).toMatchObject([
    {
      watched: [
        [0, 5],
        [8, 9],
      ],
    },
  ])
  expect(store.stored.size).toBe(0)
})

test.each([
  [403, 'approval_ended'],
  [404, 'not_found'],
  [409, 'not_watched_enough'],
  [422, 'invalid_input'],
])('drops and reports what is refused with %i %s', async (status, code) => {
  const { sender, store, line, refused } = setUp()
  line.refuses = { status, code }
  sender.record(video({ opened: true }))
  await sender.flush()
  expect([refused, sender.unsentCount(), store.stored.size]).toEqual([[`film ${code}`], 0, 0])
})

test('sends changes made during a call after it', async () => {
  const { sender, store, line } = setUp()
  sender.record(video({ completed: true }))
  const first = sender.flush()
  sender.record(video({ completed: false }))
  const second = sender.flush()
  await Promise.all([first, second])
  expect(line.arrived.map((call) => call.completed)).toEqual([true, false])
  expect(store.stored.size).toBe(0)
})

test('returns the newest position before a reply', () => {
  const { sender } = setUp()
  expect(sender.positionOf('film')).toBeNull()
  sender.record(video({ position_seconds: 7, position_at: at(7) }))
  expect(sender.positionOf('film')).toMatchObject({ position_seconds: 7 })
})

test('sends without storage', async () => {
  const broken = async () => {
    throw new Error('no storage here')
  }
  const { sender, line } = setUp({ ...aStore(), all: broken, put: broken, remove: broken })
  await sender.resume()
  sender.record(video({ opened: true }))
  await sender.flush()
  expect(line.arrived).toHaveLength(1)
})

test('merges all seconds and the newest single values', () => {
  const older = pendingFrom(
    video({ watched: [[0, 4]], position_seconds: 4, position_at: at(20), opened: true }),
  )
  const newer = pendingFrom(
    video({ watched: [[4, 6]], position_seconds: 1, position_at: at(10), completed: true }),
  )
  expect(mergeProgress(older, newer)).toMatchObject({
    watched: [[0, 6]],
    position_seconds: 4,
    opened: true,
    completed: true,
  })
})

test('sends more ranges than the maximum in several calls', () => {
  const watched = Array.from({ length: 450 }, (_, n) => [n * 2, n * 2 + 1] as const)
  const calls = progressCalls(pendingFrom(video({ watched })))
  expect(calls.map((call) => call.watched?.length)).toEqual([200, 200, 50])
})

test('merges the seconds on the screen and how far a text was read', async () => {
  const { sender, line } = setUp()
  sender.record(video({ visible: [[100, 110]], read_percentage: 40 }))
  sender.record(video({ visible: [[110, 120]], read_percentage: 30 }))
  sender.record(video({ media_seconds: 61 }))
  await sender.flush()
  expect(line.arrived).toMatchObject([{ visible: [[100, 120]], read_percentage: 40, media_seconds: 61 }])
})

test('sends what completes a content with the last of many ranges', async () => {
  const { sender, line } = setUp()
  const visible = Array.from({ length: 201 }, (_, index): [number, number] => [index * 2, index * 2 + 1])
  sender.record(video({ visible, watched: [[0, 5]], completed: true }))
  await sender.flush()
  expect(line.arrived).toHaveLength(2)
  expect(line.arrived[0]).toMatchObject({ watched: [[0, 5]] })
  expect(line.arrived[0]).not.toHaveProperty('completed')
  expect(line.arrived[1]).toMatchObject({ visible: [[400, 401]], completed: true })
  expect(line.arrived[1]).not.toHaveProperty('watched')
})
