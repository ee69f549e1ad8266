import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { parsePaymentReference, paymentReference } from './payment-reference.ts'

test('leads back to school and attempt', () => {
  const ids = { school_id: newId(), attempt_id: newId() }
  const reference = paymentReference(ids.school_id, ids.attempt_id)
  expect(reference).toMatch(/^[a-z0-9-]{1,100}$/)
  expect(parsePaymentReference(reference)).toEqual(ids)
})

test.each([
  '',
  'order-1',
  `${'a'.repeat(32)}-`,
  `${'A'.repeat(32)}-${'a'.repeat(32)}`,
  ` ${'a'.repeat(32)}-${'a'.repeat(32)}`,
])('refuses %j', (text) => {
  expect(parsePaymentReference(text)).toBeNull()
})
