import { expect, test } from 'vitest'
import { parseChange } from './change-difference.ts'

const id = '01890000-0000-7000-8000-000000000000'

test('reads values before and after from every stored form', () => {
  expect(parseChange({ from: 'Arts', to: 'Letters' }).differences).toEqual([
    { field: 'name', from: 'Arts', to: 'Letters' },
  ])
  expect(parseChange({ role: ['student', 'teacher'], status: ['active', 'suspended'] }).differences).toEqual([
    { field: 'role', from: 'student', to: 'teacher' },
    { field: 'status', from: 'active', to: 'suspended' },
  ])
  expect(
    parseChange({ fields: ['name', 'about'], from: { name: 'One', same: 1 }, to: { name: 'Two', same: 1 } }),
  ).toEqual({
    differences: [{ field: 'name', from: 'One', to: 'Two' }],
    fields: ['about'],
    facts: [],
  })
})

test('ignores lists, ids and nulls', () => {
  for (const change of [
    {},
    { ids: ['a', 'b'] },
    { titles: [] },
    { from: id },
    { from: { faculty_id: id }, to: { faculty_id: id.replace('0', '1') } },
    { content_ids: [id, id] },
    { from: 'Same', to: 'Same' },
  ])
    expect(parseChange(change).differences, JSON.stringify(change)).toEqual([])
})

test('includes some facts and omits empty values', () => {
  expect(parseChange({ reason: 'They asked for it', email: '', tier: null, delivery_id: id }).facts).toEqual([
    { field: 'reason', value: 'They asked for it' },
  ])
})
