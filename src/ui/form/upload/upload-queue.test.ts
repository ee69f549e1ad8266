import { expect, test } from 'vitest'
import type { UploadOptions } from '#tenancy/client/uploads/upload.ts'
import { createUploadQueue, hasActiveUploads, type UploadTask, type QueuedFile } from './upload-queue.ts'

const file = (name: string) => new File(['four'], name)

/** A queue whose uploads finish when the test decides. */
function aQueue() {
  const sending = new Map<string, { options: UploadOptions; end: (error?: Error) => void }>()
  let files: QueuedFile[] = []
  const queue = createUploadQueue((now) => {
    files = now
  })
  const errand: UploadTask = {
    problemOf: ({ name }) => (name.endsWith('.exe') ? 'not that' : null),
    wordsFor: (error) => (error as Error).message,
    send: ({ name }, options) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => {
          sending.delete(name)
          if (error) reject(error)
          else resolve()
        }
        options.signal.addEventListener('abort', () => end(options.signal.reason as Error))
        sending.set(name, { options, end })
      }),
  }
  const add = (...names: string[]) => queue.add(names.map(file), errand)
  return {
    queue,
    add,
    sending,
    states: () => Object.fromEntries(files.map(({ name, state }) => [name, state])),
    of: (name: string) => files.find((one) => one.name === name)!,
    busy: () => hasActiveUploads(files),
  }
}

test('sends two files at once and starts the next when one ends', async () => {
  const { add, sending, states, busy } = aQueue()
  add('a', 'b', 'c', 'd')
  expect([...sending.keys()]).toEqual(['a', 'b'])
  sending.get('b')!.end()
  await expect.poll(() => [...sending.keys()]).toEqual(['a', 'c'])
  expect(states()).toEqual({ a: 'sending', b: 'done', c: 'sending', d: 'waiting' })
  sending.get('a')!.end()
  sending.get('c')!.end()
  await expect.poll(() => [...sending.keys()]).toEqual(['d'])
  sending.get('d')!.end()
  await expect.poll(busy).toBe(false)
})

test('reports a failed file, continues with the others and retries it', async () => {
  const { add, queue, sending, states, of } = aQueue()
  add('a', 'b', 'c')
  sending.get('a')!.end(new Error('the line broke'))
  await expect.poll(() => sending.has('c')).toBe(true)
  expect(of('a')).toMatchObject({ state: 'failed', problem: 'the line broke' })
  queue.retry(of('a').id)
  expect(states()).toMatchObject({ a: 'waiting' })
  sending.get('b')!.end()
  await expect.poll(() => sending.has('a')).toBe(true)
  expect(of('a')).toMatchObject({ state: 'sending', problem: null })
})

test('never sends or retries a file of a rejected type', () => {
  const { add, queue, sending, of } = aQueue()
  add('virus.exe')
  expect(of('virus.exe')).toMatchObject({ state: 'refused', problem: 'not that' })
  queue.retry(of('virus.exe').id)
  expect(sending.size).toBe(0)
})

test('aborts a removed file and clears finished files', async () => {
  const { add, queue, sending, states, of } = aQueue()
  add('a', 'b', 'c', 'd')
  const { signal } = sending.get('a')!.options
  queue.remove(of('a').id)
  queue.remove(of('d').id)
  expect(signal.aborted).toBe(true)
  await expect.poll(() => [...sending.keys()]).toEqual(['b', 'c'])
  sending.get('b')!.end()
  await expect.poll(() => states().b).toBe('done')
  queue.clear()
  expect(states()).toEqual({ c: 'sending' })
})

test('shows progress and the check by the server', () => {
  const { add, sending, of } = aQueue()
  add('a')
  sending.get('a')!.options.onProgress(2)
  expect(of('a')).toMatchObject({ sent: 2, total: 4, checking: false })
  sending.get('a')!.options.onChecking!()
  expect(of('a')).toMatchObject({ sent: 4, checking: true })
})

test('pauses all uploads when the screen closes, without cancelling them', () => {
  const { add, queue, sending } = aQueue()
  add('a', 'b')
  const signals = [...sending.values()].map(({ options }) => options.signal)
  queue.stop()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  expect(String(signals[0]!.reason)).not.toContain('cancelled')
})
