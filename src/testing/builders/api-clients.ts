import * as contract from '#api-clients/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import { type TestClient, type RawRequest, buildRequest, apiThrough } from './test-client.ts'
import { withRequestCostGuard } from './request-cost.ts'
import type { TestSchool } from './school-builder.ts'

type Details = Partial<Input<typeof contract.createApiClient>>

/** An API client that an admin created, with its credentials. */
export async function anApiClient(school: TestSchool, details: Details = {}) {
  const admin = withRequestCostGuard(await school.admin())
  const made = await admin.api(contract.createApiClient, {
    name: 'Registry',
    role: 'admin',
    scopes: [...contract.scopes],
    ...details,
  })
  return { admin, id: made.client.id, client: made.client, secret: made.secret, ...asApiClient(school, made) }
}

interface Pair {
  client: { username: string }
  secret: string
}

/**
 * Calls like a program: without a browser, with credentials, and optionally with a user's token. An expensive
 * request fails.
 */
export function asApiClient(school: TestSchool, { client, secret }: Pair, token?: string) {
  const headers = {
    'x-request-source': 'integration',
    'x-api-username': client.username,
    'x-api-secret': secret,
    ...(token && { 'x-access-token': token }),
  }
  const visitor = withRequestCostGuard(school.visitor())
  const request = (raw: RawRequest) => visitor.request({ ...raw, headers: { ...headers, ...raw.headers } })
  const api = apiThrough(request)
  const status = async (...[route, input]: Parameters<TestClient['api']>) => {
    const answer = await request(buildRequest(route, input))
    return [answer.status, answer.json?.code ?? null]
  }
  return { headers, request, api, status }
}
