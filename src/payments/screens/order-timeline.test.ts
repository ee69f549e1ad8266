import { expect, test } from 'vitest'
import { orderTimeline, type OrderDetails } from './order-timeline.ts'

test('sorts what happened to an order by time, and a payment after its attempt in the same second', () => {
  const order = {
    id: 'order',
    created_at: '2026-11-23T10:00:00.100Z',
    attempts: [
      { id: 'first', created_at: '2026-11-23T10:00:00.200Z' },
      { id: 'second', created_at: '2026-11-23T10:05:00.900Z' },
    ],
    payments: [{ id: 'payment', paid_at: '2026-11-23T10:05:00.000Z' }],
    manual_entries: [],
    refunds: [{ id: 'refund', created_at: '2026-11-24T08:00:00.000Z' }],
  } as unknown as OrderDetails
  expect(orderTimeline(order).map(({ id }) => id)).toEqual(['order', 'first', 'second', 'payment', 'refund'])
})
