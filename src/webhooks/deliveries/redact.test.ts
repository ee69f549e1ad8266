import { expect, test } from 'vitest'
import { redactSecrets } from './redact.ts'

test.each([
  ['ok', 'ok'],
  ['line one\nline two\ttab', 'line one\nline two\ttab'],
  ['a\u0000b\u001b[31mred\u009f', 'ab[31mred'],
  ['\ud800 alone', ' alone'],
  ['{"token":"abc","id":7}', '{"token":…,"id":7}'],
  ['{"access_token": "abc', '{"access_token": …'],
  ['api_key=12345&x=1', 'api_key=…&x=1'],
  ['Authorization: Bearer eyJhbGciOi.x.y', 'Authorization: … …'],
  ['signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'signed with …'],
  ['🙂 émoji', '🙂 émoji'],
])('redacts %j to %j', (answer, expected) => {
  expect(redactSecrets(answer)).toBe(expected)
})

test('stores only the beginning, and handles long input quickly', () => {
  expect(redactSecrets('x'.repeat(50_000))).toHaveLength(2_000)
  expect(redactSecrets('token '.repeat(10_000)).length).toBeLessThanOrEqual(2_000)
})
