import { expect, test } from 'vitest'
import { redactUrl } from './redact-url.ts'

test.each([
  ['/learn/1?topic=2', '/learn/1?topic=2'],
  ['http://demo.localhost:3000/?selected_course_id=1#web', '/?selected_course_id=1'],
  ['/?user_token=abc&topic=2', '/?topic=2'],
  ['/create-password?email=a%40b.c&token=abc', '/create-password'],
  ['/?auth_token=1&USER_TOKEN=2&register_token=3&handoff_code=4', '/'],
  ['//evil.example/path?x=1', '/path?x=1'],
  ['javascript:alert(1)', 'alert(1)'],
  ['http://[', '/'],
  ['', '/'],
])('redacts %j to %j', (address, stored) => expect(redactUrl(address)).toBe(stored))
