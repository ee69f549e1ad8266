import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type * as queue from '#lib/answer-queue/index.ts'
import { openBrowser } from '../harness/browser.ts'

declare const answers: typeof queue

const entry = fileURLToPath(import.meta.resolve('#lib/answer-queue/index.ts'))
const origin = 'http://school.localhost'
let script: string
let context: BrowserContext

beforeAll(async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'answers' } },
  })) as Rolldown.RolldownOutput[]
  script = built[0]!.output[0].code
})
afterEach(() => context.close())

async function openTab(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  return page
}

async function openContext() {
  ;({ context } = await openBrowser())
  const body = `<script>${script}</script>`
  await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  return await openTab()
}

const list = (page: Page, user_id: string) =>
  page.evaluate(async (user) => {
    const store = await answers.openAnswerStore()
    const saves = await store.list({ user_id: user, attempt_id: 'a1' })
    return saves.map((save) => [save.holder, save.seq, save.answer])
  }, user_id)

test('answers survive a reload and the end of the session, for the same person only', async () => {
  const page = await openContext()
  await page.evaluate(async () => {
    const store = await answers.openAnswerStore()
    const save = { attempt_id: 'a1', slot: 0, given_at: 1_000 }
    await store.put({ ...save, user_id: 'u1', holder: 2, seq: 1, answer: { text: 'Ọláyínká' } })
    await store.put({ ...save, user_id: 'u1', holder: 1, seq: 10, answer: 'ten' })
    await store.put({ ...save, user_id: 'u1', holder: 1, seq: 9, answer: 'nine' })
    await store.put({ ...save, user_id: 'u1', attempt_id: 'a2', holder: 1, seq: 1, answer: 'other attempt' })
    await store.put({ ...save, user_id: 'u2', holder: 1, seq: 1, answer: 'of another person' })
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.reload()
  expect(await list(page, 'u1')).toEqual([
    [1, 9, 'nine'],
    [1, 10, 'ten'],
    [2, 1, { text: 'Ọláyínká' }],
  ])
  expect(await list(page, 'u2')).toEqual([[1, 1, 'of another person']])

  await page.evaluate(async () => {
    const store = await answers.openAnswerStore()
    const [first] = await store.list({ user_id: 'u1', attempt_id: 'a1' })
    await store.remove([first!])
    await store.put({ ...first!, seq: 11, given_at: 2_000, answer: 'newer' })
    await store.removeExpired(2_000)
  })
  expect(await list(page, 'u1')).toEqual([[1, 11, 'newer']])
  expect(await list(page, 'u2')).toEqual([])
})

test('a queue sends after the page was closed offline what it stored before', async () => {
  const page = await openContext()
  const openQueue = (tab: Page, holder: number, isOnline: boolean) =>
    tab.evaluate(
      async ({ holder: own, isOnline: online }) => {
        const sent: [number, unknown][] = []
        const opened = new answers.AnswerQueue({
          user_id: 'u1',
          attempt_id: 'a1',
          holder: own,
          store: await answers.openAnswerStore(),
          now: () => 1_000,
          onChange: () => undefined,
          async send(batch) {
            if (!online) throw new Error('no network')
            for (const save of batch.saves) sent.push([batch.holder, save.answer])
            return { settled: batch.saves.map((save) => save.seq), holder: own }
          },
        })
        await opened.load()
        if (!online) await opened.save(4, 'given offline')
        while (online && opened.status.state !== 'saved')
          await new Promise((resolve) => setTimeout(resolve, 10))
        return sent
      },
      { holder, isOnline },
    )
  expect(await openQueue(page, 1, false)).toEqual([])
  await page.close()
  const next = await openTab()
  expect(await openQueue(next, 2, true)).toEqual([[1, 'given offline']])
  await expect.poll(() => list(next, 'u1')).toEqual([])
})

test('a second tab takes the attempt over, also without network', async () => {
  const first = await openContext()
  const hold = (tab: Page, holder: number) =>
    tab.evaluate((own) => {
      answers.openHolderChannel({
        attempt_id: 'a1',
        holder: own,
        onTakenOver: (newer) => (document.title = `held by ${newer}`),
      })
    }, holder)
  await hold(first, 1)
  const second = await openTab()
  await hold(second, 2)
  await expect.poll(() => first.title()).toBe('held by 2')
  expect(await second.title()).toBe('')
  // The newest tab answers one that comes back with an old number.
  const late = await openTab()
  await hold(late, 1)
  await expect.poll(() => late.title()).toBe('held by 2')
})
