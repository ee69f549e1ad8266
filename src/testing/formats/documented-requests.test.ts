import { expect, test } from 'vitest'
import { checkRequests, hasDocuments, type SentRequest } from './documented-requests.ts'
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
