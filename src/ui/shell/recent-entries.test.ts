import { beforeEach, expect, test } from 'vitest'
import { recentEntries, storeRecentEntry } from './recent-entries.ts'

let stored: unknown
beforeEach(() => {
  stored = undefined
})

const values = {
  get: async () => stored,
  set: async (_name: string, value: unknown) => {
    stored = value
  },
}

const page = (n: number) => ({ id: `page ${n}`, label: `Page ${n}`, group: 'Pages', to: `/pages/${n}` })

test('keeps the five entries opened last, each once, the newest first', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 3]) await storeRecentEntry(values, page(n))
  expect((await recentEntries(values)).map(({ label }) => label)).toEqual([
    'Page 3',
    'Page 6',
    'Page 5',
    'Page 4',
    'Page 2',
  ])
})

test('does not keep actions without an address', async () => {
  await storeRecentEntry(values, { id: 'action', label: 'Log out', group: 'Actions', run() {} })
  expect(await recentEntries(values)).toEqual([])
})

test.each(['text', {}, [1, null, { id: 'x' }], [{ id: 'x', label: 'X', to: 'javascript:alert(1)' }]])(
  'ignores %s in the storage',
  async (value) => {
    stored = value
    expect(await recentEntries(values)).toEqual([])
  },
)
