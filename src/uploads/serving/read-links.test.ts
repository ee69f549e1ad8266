import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { signPutLink } from '#platform/storage/links.ts'
import { signReadLink, verifyReadLink } from './read-links.ts'

const secret = 'a secret of the test'
const now = new Date('2026-11-21T10:07:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function queryOf(text: string) {
  return Object.fromEntries(new URLSearchParams(text)) as Record<string, string>
}

describe('a download link', () => {
  const reader = { user_id: newId(), session_id: newId(), content_id: newId(), course_id: newId() }
  const grant = { school_id: newId(), upload_id: newId(), ...reader }
  const query = queryOf(signReadLink(secret, grant, now))

  test('is valid for five and a half to six hours, and stays the same for a while', () => {
    expect(verifyReadLink(secret, grant, { query, now: later(5.5 * 3600) })).toEqual(grant)
    expect(verifyReadLink(secret, grant, { query, now: later(6 * 3600) })).toBeNull()
    expect(signReadLink(secret, grant, later(60))).toBe(signReadLink(secret, grant, now))
  })

  test('is invalid for another file, school, reader, session, content or course', () => {
    expect(verifyReadLink(secret, { ...grant, upload_id: newId() }, { query, now })).toBeNull()
    expect(verifyReadLink(secret, { ...grant, school_id: newId() }, { query, now })).toBeNull()
    expect(verifyReadLink(secret, grant, { query: { ...query, user: newId() }, now })).toBeNull()
    for (const part of ['session', 'content', 'course'])
      expect(verifyReadLink(secret, grant, { query: { ...query, [part]: newId() }, now }), part).toBeNull()
    expect(verifyReadLink(secret, grant, { query: { ...query, exp: '9999999999' }, now })).toBeNull()
    const { course: _course, ...without } = query
    expect(verifyReadLink(secret, grant, { query: without, now })).toBeNull()
  })

  test('cannot be used for an upload, nor an upload link for a download', () => {
    const put = queryOf(
      signPutLink(
        secret,
        { key: createObjectKey(grant.school_id), size: 1, content_type: 'a/b' },
        now,
      ).url.split('?')[1]!,
    )
    expect(verifyReadLink(secret, grant, { query: { ...query, sig: put.signature }, now })).toBeNull()
  })
})
