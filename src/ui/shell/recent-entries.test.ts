import { beforeEach, expect, test, vi } from 'vitest'
import { recentEntries, storeRecentEntry } from './recent-entries.ts'

let stored: string | null
beforeEach(() => {
  stored = null
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => (stored = value),
  })
})

const page = (n: number) => ({ id: `page ${n}`, label: `Page ${n}`, group: 'Pages', to: `/pages/${n}` })

test('keeps the five entries opened last, each once, the newest first', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 3]) storeRecentEntry(page(n))
  expect(recentEntries().map(({ label }) => label)).toEqual([
    'Page 3',
    'Page 6',
    'Page 5',
    'Page 4',
    'Page 2',
  ])
})

test('does not keep actions without an address', () => {
  storeRecentEntry({ id: 'action', label: 'Log out', group: 'Actions', run() {} })
  expect(recentEntries()).toEqual([])
})

test.each([
  'not json',
  '{}',
  '[1, null, {"id": "x"}]',
  '[{"id": "x", "label": "X", "to": "javascript:alert(1)"}]',
])('ignores %s in the storage', (value) => {
  stored = value
  expect(recentEntries()).toEqual([])
})
