import { expect, test } from 'vitest'
import { auditChange } from './audit-change.ts'

test('stores short, plain values before and after', () => {
  const at = new Date('2026-11-22T00:00:00Z')
  expect(
    auditChange(
      { name: 'One', is_listed: false, starts_at: null, tagline: 'Same', places: 3 },
      { name: 'Two', is_listed: true, starts_at: at, tagline: 'Same', places: 3 },
    ),
  ).toEqual({
    fields: ['name', 'is_listed', 'starts_at', 'tagline', 'places'],
    from: { name: 'One', is_listed: false, starts_at: null },
    to: { name: 'Two', is_listed: true, starts_at: at.toISOString() },
  })
})

test.each([
  ['about', '<p>Old</p>', '<p>New</p>'],
  ['about', 'x'.repeat(121), 'short'],
  ['about', 'one\nline', 'two\nlines'],
  ['theme', { primary: '#000' }, { primary: '#fff' }],
  ['similar_courses', ['a'], ['b']],
  ['cover_upload_id', 'a', 'b'],
  ['client_secret', 'a', 'b'],
  ['course_isPublic', undefined, true],
])('stores only the name of %s', (field, before, after) => {
  expect(auditChange({ [field]: before }, { [field]: after })).toEqual({ fields: [field] })
})
