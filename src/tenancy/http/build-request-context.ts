import { preferredLanguage } from '#platform/http/headers/content-negotiation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateApiClient, apiCredentials } from './api-client.ts'
import { contextFor } from '../context/context-for.ts'
import type { RequestContext } from '../context/request-context.ts'
import { visitorActor } from '../access/actor.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import type { School } from '../hosts/school.ts'
import { brandForHost } from '../hosts/hosts.ts'
import type { Services } from './endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Route } from '../contract/define-route.ts'
import { ensureNotClosing } from '../access/closure-guard.ts'
import { timingSafeEqualText } from '#platform/security/tokens.ts'

/** Builds the context of a request, without actor and transaction. */
export async function buildRequestContext(
  services: Services,
  route: Route,
  request: FastifyRequest,
): Promise<RequestContext> {
  const school = await schoolOf(services, request)
  if (route.scope === 'school' && !school) throw new Refusal('not_found')
  if (route.scope === 'platform' && school) throw new Refusal('not_found')
  if (school) ensureNotClosing(route, school)
  const school_id = school?.school_id ?? PLATFORM_ID
  const { headers } = request
  return contextFor(services, {
    school: school ?? { school_id, brand: brandForHost(request.tenant) },
    actor: visitorActor,
    source: {
      request_id: request.id,
      request_source: String(headers['x-request-source'] ?? 'unknown').slice(0, 40),
      locale: localeOf(request, school),
      address: request.ip,
      user_agent: (headers['user-agent'] ?? '').slice(0, 300),
      has_tracking_opt_out: headers['sec-gpc'] === '1' || headers.dnt === '1',
      log: request.log,
      ...(request.client && { client_id: request.client.id }),
    },
  })
}

/** The host decides the school: an input that names another one is answered as not found. */
export function ensureSameSchool(route: Route, { school_id }: RequestContext, input: object) {
  const named = input as { school_id?: unknown; schoolId?: unknown }
  for (const given of [named.school_id, named.schoolId])
    if (given !== undefined && route.scope === 'school' && given !== school_id) throw new Refusal('not_found')
}

async function schoolOf(services: Services, request: FastifyRequest): Promise<School | null> {
  const { tenant } = request
  if (tenant.kind === 'school') return tenant.school
  const id = request.headers['x-school-id']
  if (tenant.kind !== 'api' || typeof id !== 'string') return null
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Refusal('not_found')
  const school = await services.hosts.byId(id)
  // A reseller's API host serves its own schools only, ours all.
  if (!school || (tenant.brand.key !== '' && tenant.brand.key !== school.brand.key))
    throw new Refusal('not_found')
  return school
}

/** The caller's preferred supported language, else the school's. */
const localeOf = ({ headers }: FastifyRequest, school: School | null) =>
  preferredLanguage(headers['accept-language'], school?.language ?? 'en')

/**
 * Checks the API client that a request names. Routes of contracts refuse a request without one, unless declared
 * otherwise; documents, files and signed links need none.
 */
export async function checkApiClient(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const pair = apiCredentials(request)
  const { webApiUsername, webApiSecret } = services.config
  const { route } = request.routeOptions.config as { route?: Route }
  if (!pair && route?.apiClient === 'required') throw new Refusal('api_client_required')
  if (
    !pair ||
    (timingSafeEqualText(pair.username, webApiUsername) && timingSafeEqualText(pair.secret, webApiSecret))
  )
    return
  const school = await schoolOf(services, request)
  if (!school) throw new Refusal('api_client_unknown')
  await authenticateApiClient(services, { request, reply, pair, school_id: school.school_id })
}
