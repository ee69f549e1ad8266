import { expect, test } from 'vitest'
import {
  checkRequests,
  hasDocuments,
  requireDocumentedRequests,
  type SentRequest,
} from './documented-requests.ts'
import { invalidRequests, validRequests } from './invalid-payment-requests.ts'

const requestOf = (provider: SentRequest['provider'], path: string, body: object): SentRequest => ({
  provider,
  method: 'POST',
  path,
  query: {},
  body: JSON.parse(JSON.stringify(body)) as Record<string, unknown>,
})

test.skipIf(!hasDocuments)('accepts requests that follow the documents', () => {
  const requests = Object.entries(validRequests).map(([provider, [path, body]]) =>
    requestOf(provider as SentRequest['provider'], path, body),
  )
  expect(checkRequests(requests)).toMatchObject({ problems: [], undocumented: [] })
})

test.skipIf(!hasDocuments).each(invalidRequests)('%s: finds %s', (provider, _problem, path, body) => {
  expect(checkRequests([requestOf(provider, path, body)]).problems).toHaveLength(1)
})

test('a test file fails if a stand-in refused a request, also without the documents', () => {
  const source = (violation: string | null) => {
    const request = { ...requestOf('paystack', '/transaction/initialize', {}), violation }
    return { requests: () => [], violations: () => (violation ? [request] : []) }
  }
  const [silent, violated] = [source(null), source('amount is missing')]
  const sources = { stripe: silent, paystack: silent, flutterwave: silent }
  expect(() => requireDocumentedRequests(sources)).not.toThrow()
  expect(() => requireDocumentedRequests({ ...sources, paystack: violated })).toThrow(
    'paystack POST /transaction/initialize: amount is missing',
  )
})
