import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createObjectKey } from './keys.ts'
import { verifyPutLink, verifyReadLink, signPutLink, signReadLink } from './links.ts'

const secret = 'a secret of the test'
const now = new Date('2026-11-21T10:07:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function queryOf(text: string) {
  return Object.fromEntries(new URLSearchParams(text)) as Record<string, string>
}

describe('an upload link for one object', () => {
  const key = createObjectKey(newId())
  const put = signPutLink(secret, key, { size: 12, content_type: 'image/png' }, now)
  const query = queryOf(put.url.split('?')[1]!)

  test('fixes type and length for an hour', () => {
    expect(put).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      expires_at: later(3600),
    })
    expect(verifyPutLink(secret, key, query, now)).toEqual({ size: 12, content_type: 'image/png' })
    expect(verifyPutLink(secret, key, query, later(3599))).not.toBeNull()
    expect(verifyPutLink(secret, key, query, later(3600))).toBeNull()
  })

  test('is invalid for another object, after a change, or with another secret', () => {
    expect(verifyPutLink(secret, createObjectKey(newId()), query, now)).toBeNull()
    expect(verifyPutLink('another', key, query, now)).toBeNull()
    for (const change of [
      { size: '13' },
      { type: 'text/html' },
      { expires: '9999999999' },
      { signature: 'x' },
    ])
      expect(verifyPutLink(secret, key, { ...query, ...change }, now), JSON.stringify(change)).toBeNull()
    for (const name of Object.keys(query)) {
      const { [name]: _left, ...rest } = query
      expect(verifyPutLink(secret, key, rest, now), name).toBeNull()
      expect(
        verifyPutLink(secret, key, { ...query, [name]: [query[name], query[name]] }, now),
        name,
      ).toBeNull()
    }
  })
})

describe('a download link', () => {
  const reader = { user_id: newId(), session_id: newId(), content_id: newId(), course_id: newId() }
  const grant = { school_id: newId(), upload_id: newId(), ...reader }
  const query = queryOf(signReadLink(secret, grant, now))

  test('is valid for five and a half to six hours, and stays the same for a while', () => {
    expect(verifyReadLink(secret, grant, query, later(5.5 * 3600))).toEqual(grant)
    expect(verifyReadLink(secret, grant, query, later(6 * 3600))).toBeNull()
    expect(signReadLink(secret, grant, later(60))).toBe(signReadLink(secret, grant, now))
  })

  test('is invalid for another file, school, reader, session, content or course', () => {
    expect(verifyReadLink(secret, { ...grant, upload_id: newId() }, query, now)).toBeNull()
    expect(verifyReadLink(secret, { ...grant, school_id: newId() }, query, now)).toBeNull()
    expect(verifyReadLink(secret, grant, { ...query, user: newId() }, now)).toBeNull()
    for (const part of ['session', 'content', 'course'])
      expect(verifyReadLink(secret, grant, { ...query, [part]: newId() }, now), part).toBeNull()
    expect(verifyReadLink(secret, grant, { ...query, exp: '9999999999' }, now)).toBeNull()
    const { course: _course, ...without } = query
    expect(verifyReadLink(secret, grant, without, now)).toBeNull()
  })

  test('cannot be used for an upload, nor an upload link for a download', () => {
    const put = queryOf(
      signPutLink(secret, createObjectKey(grant.school_id), { size: 1, content_type: 'a/b' }, now).url.split(
        '?',
      )[1]!,
    )
    expect(verifyReadLink(secret, grant, { ...query, sig: put.signature }, now)).toBeNull()
  })
})
