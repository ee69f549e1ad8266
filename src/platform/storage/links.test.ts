import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createObjectKey } from './keys.ts'
import { verifyPutLink, signPutLink } from './links.ts'

const secret = 'a secret of the test'
const now = new Date('2026-11-21T10:07:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function queryOf(text: string) {
  return Object.fromEntries(new URLSearchParams(text)) as Record<string, string>
}

describe('an upload link for one object', () => {
  const key = createObjectKey(newId())
  const put = signPutLink(secret, { key, size: 12, content_type: 'image/png' }, now)
  const query = queryOf(put.url.split('?')[1]!)

  test('fixes type and length for an hour', () => {
    expect(put).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      expires_at: later(3600),
    })
    expect(verifyPutLink(secret, { key, query }, now)).toEqual({ size: 12, content_type: 'image/png' })
    expect(verifyPutLink(secret, { key, query }, later(3599))).not.toBeNull()
    expect(verifyPutLink(secret, { key, query }, later(3600))).toBeNull()
  })

  test('is invalid for another object, after a change, or with another secret', () => {
    expect(verifyPutLink(secret, { key: createObjectKey(newId()), query }, now)).toBeNull()
    expect(verifyPutLink('another', { key, query }, now)).toBeNull()
    for (const change of [
      { size: '13' },
      { type: 'text/html' },
      { expires: '9999999999' },
      { signature: 'x' },
    ])
      expect(
        verifyPutLink(secret, { key, query: { ...query, ...change } }, now),
        JSON.stringify(change),
      ).toBeNull()
    for (const name of Object.keys(query)) {
      const { [name]: _left, ...rest } = query
      expect(verifyPutLink(secret, { key, query: rest }, now), name).toBeNull()
      expect(
        verifyPutLink(secret, { key, query: { ...query, [name]: [query[name], query[name]] } }, now),
        name,
      ).toBeNull()
    }
  })
})
