import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { deleteEntries } from './delete-entries.ts'

test('deletes every matching entry, in any order of use, and keeps the others', () => {
  const cache = new LRUCache<string, number>({ max: 10 })
  for (let index = 0; index < 10; index++) cache.set(index % 2 ? `odd/${index}` : `even/${index}`, index)
  cache.get('odd/1')
  deleteEntries(cache, (key) => key.startsWith('odd/'))
  expect([...cache.keys()].toSorted()).toEqual(['even/0', 'even/2', 'even/4', 'even/6', 'even/8'])
  deleteEntries(cache, (_key, value) => value < 5)
  expect([...cache.keys()].toSorted()).toEqual(['even/6', 'even/8'])
})
