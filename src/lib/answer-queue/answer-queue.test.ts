import { describe, expect, test, vi } from 'vitest'
import { AnswerQueue, type QueueStatus, type SaveReply } from './answer-queue.ts'
import { maxBatchBytes, maxBatchSlots, type Batch } from './next-batch.ts'
import type { AnswerStore, QueuedSave } from './queued-save.ts'
import { ServerClock } from './server-clock.ts'

const attempt = { user_id: 'u1', attempt_id: 'a1' }

function memoryStore(saves: QueuedSave[] = []) {
  const store: AnswerStore = {
    put: async (save) => void saves.push(save),
    list: async ({ user_id, attempt_id }) =>
      saves.filter((save) => save.user_id === user_id && save.attempt_id === attempt_id),
    remove: async (removed) => void (saves = saves.filter((save) => !removed.includes(save))),
    removeExpired: async (before) => void (saves = saves.filter((save) => save.given_at >= before)),
  }
  return { store, list: () => saves }
}

const all = ({ holder, saves }: Batch): SaveReply => ({ settled: saves.map((save) => save.seq), holder })

interface Setup {
  store?: AnswerStore | null
  holder?: number
  send?: (batch: Batch) => SaveReply | Promise<SaveReply>
}

function startQueue({ store = null, holder = 1, send = all }: Setup) {
  const sent: Batch[] = []
  const statuses: QueueStatus[] = []
  const retries: { run: () => void; delayMs: number }[] = []
  const queue = new AnswerQueue({
    ...attempt,
    holder,
    store,
    now: () => 1_000,
    onChange: (status) => void statuses.push(status),
    schedule(run, delayMs) {
      retries.push({ run, delayMs })
      return () => undefined
    },
    send: async (batch) => {
      sent.push(batch)
      return await send(batch)
    },
  })
  return { queue, sent, statuses, retries }
}

const idle = (queue: AnswerQueue) => vi.waitFor(() => expect(queue.status.state).toBe('saved'))
const offline = () => Promise.reject(new Error('no network'))
const saved = (fields: Partial<QueuedSave>): QueuedSave => ({
  ...attempt,
  holder: 1,
  seq: 1,
  slot: 0,
  answer: 'x',
  given_at: 1,
  ...fields,
})

describe('AnswerQueue', () => {
  test('stores an answer before it sends it, and removes it when it is settled', async () => {
    const { store, list } = memoryStore()
    let storedAtSending = 0
    const { queue, sent } = startQueue({
      store,
      send(batch) {
        storedAtSending = list().length
        return all(batch)
      },
    })
    expect(await queue.save(3, 'one')).toBe(true)
    await idle(queue)
    expect(storedAtSending).toBe(1)
    expect(sent).toEqual([{ holder: 1, saves: [saved({ slot: 3, answer: 'one', given_at: 1_000 })] }])
    expect(list()).toEqual([])
  })

  test('keeps what the reply does not call settled, and pauses before sending it again', async () => {
    const { store, list } = memoryStore()
    const { queue, retries } = startQueue({ store, send: () => ({ settled: [], holder: 1 }) })
    await queue.save(0, 'x')
    await vi.waitFor(() => expect(retries).toHaveLength(1))
    expect(list()).toHaveLength(1)
    expect(queue.status).toMatchObject({ state: 'waiting', waiting: 1 })
  })

  test('runs one request at a time, and sends of each slot only the newest answer', async () => {
    const { store, list } = memoryStore()
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { queue, sent } = startQueue({ store, send: (batch) => gate.then(() => all(batch)) })
    for (let at = 0; at < 5; at++) await queue.save(at % 2, `answer ${at}`)
    expect(sent).toHaveLength(1)
    release()
    await idle(queue)
    expect(sent.map(({ saves }) => saves.map((save) => save.answer))).toEqual([
      ['answer 0'],
      ['answer 3', 'answer 4'],
    ])
    expect(list()).toEqual([])
  })

  test('removes characters that the server refuses', async () => {
    const { queue, sent } = startQueue({ store: memoryStore().store, holder: 2 })
    await queue.save(0, { type: 'essay', text: 'a\0b\ud83d', list: [null, 1, '👍'] })
    await idle(queue)
    expect(sent[0]!.saves[0]!.answer).toEqual({ type: 'essay', text: 'ab\ufffd', list: [null, 1, '👍'] })
  })

  test('sends at most 200 slots a request, and no more bytes than the server reads', async () => {
    const sizesOf = async (count: number, answer: string) => {
      const left = Array.from({ length: count }, (_, at) => saved({ slot: at, seq: at + 1, answer }))
      const { queue, sent } = startQueue({ store: memoryStore(left).store, holder: 2 })
      await queue.load()
      await idle(queue)
      return sent.map(({ saves }) => saves.length)
    }
    expect(await sizesOf(220, 'short')).toEqual([maxBatchSlots, 20])
    expect(await sizesOf(5, 'é'.repeat(maxBatchBytes / 4))).toEqual([1, 1, 1, 1, 1])
    expect(await sizesOf(3, 'x'.repeat(maxBatchBytes / 4))).toEqual([3])
  })

  test('sends what an earlier opening left, under its own holder and before newer answers', async () => {
    const { store, list } = memoryStore([
      saved({ seq: 1 }),
      saved({ seq: 2 }),
      saved({ user_id: 'u2' }),
      saved({ attempt_id: 'a2' }),
    ])
    const { queue, sent } = startQueue({ store, holder: 2 })
    expect(await queue.load()).toHaveLength(2)
    await queue.save(0, 'new')
    await idle(queue)
    expect(sent.map(({ holder, saves }) => [holder, saves.map((save) => save.seq)])).toEqual([
      [1, [2]],
      [2, [1]],
    ])
    // Another person's answers and those of another attempt stay as they are.
    expect(list().map((save) => [save.user_id, save.attempt_id])).toEqual([
      ['u2', 'a1'],
      ['u1', 'a2'],
    ])
  })

  test('goes on counting after a reload with the same holder', async () => {
    const { queue, sent } = startQueue({ store: memoryStore([saved({ seq: 7 })]).store })
    await queue.load()
    await queue.save(1, 'y')
    await idle(queue)
    expect(sent.flatMap(({ saves }) => saves.map((save) => save.seq))).toEqual([7, 8])
  })

  test('waits longer after each failure, up to 30 seconds, and sends when the network is back', async () => {
    let isOnline = false
    const { queue, retries } = startQueue({ send: (batch) => (isOnline ? all(batch) : offline()) })
    await queue.save(0, 'x')
    for (let at = 1; at <= 8; at++) {
      await vi.waitFor(() => expect(retries).toHaveLength(at))
      retries.at(-1)!.run()
    }
    await vi.waitFor(() => expect(retries).toHaveLength(9))
    retries.forEach(({ delayMs }, at) => {
      const pauseMs = Math.min(1_000 * 2 ** at, 30_000)
      expect(delayMs).toBeGreaterThanOrEqual(pauseMs / 2)
      expect(delayMs).toBeLessThanOrEqual(pauseMs)
    })
    isOnline = true
    queue.retry()
    await idle(queue)
  })

  test('takes no more answers after a newer holder, but sends what waits', async () => {
    const { queue, sent } = startQueue({ send: (batch) => ({ ...all(batch), holder: 2 }) })
    await queue.save(0, 'x')
    await idle(queue)
    expect(queue.status.isTakenOver).toBe(true)
    expect(await queue.save(0, 'later')).toBe(false)
    expect(sent).toHaveLength(1)
  })

  test('says that the browser stores nothing, and still sends', async () => {
    const { store } = memoryStore()
    const full = { ...store, put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    for (const broken of [null, full]) {
      const { queue, sent, statuses } = startQueue({ store: broken })
      await queue.save(0, 'x')
      await idle(queue)
      expect(statuses[0]!.isStored).toBe(false)
      expect(sent).toHaveLength(1)
    }
  })

  test('sends nothing after it was stopped, and leaves the answers in the browser', async () => {
    const { store, list } = memoryStore()
    const { queue, sent, retries } = startQueue({ store, send: offline })
    await queue.save(0, 'x')
    await vi.waitFor(() => expect(retries).toHaveLength(1))
    queue.stop()
    queue.retry()
    expect(await queue.save(0, 'y')).toBe(false)
    expect(sent).toHaveLength(1)
    expect(list()).toHaveLength(1)
  })
})

describe('ServerClock', () => {
  test('follows the server and the monotonic clock, whatever the device says', () => {
    const device = { monotonic: 500, wall: 86_400_000 * 3 }
    const clock = new ServerClock({ monotonic: () => device.monotonic, wall: () => device.wall })
    expect(clock.needsSync()).toBe(true)
    device.monotonic = 700
    clock.sync(1_000_000, 500)
    expect([clock.now(), clock.needsSync()]).toEqual([1_000_100, false])
    device.monotonic += 60_000
    device.wall += 60_000
    expect([clock.now(), clock.needsSync()]).toEqual([1_060_100, false])
  })

  test('asks the server after sleep, and after the clock was set by a day', () => {
    const device = { monotonic: 0, wall: 0 }
    const clock = new ServerClock({ monotonic: () => device.monotonic, wall: () => device.wall })
    for (const jumpMs of [3_600_000, 86_400_000, -86_400_000]) {
      clock.sync(0, device.monotonic)
      device.wall += jumpMs
      expect(clock.needsSync()).toBe(true)
    }
  })
})
