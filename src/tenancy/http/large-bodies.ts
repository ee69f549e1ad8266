import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from './endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { ensureAccess } from '../access/role-permissions.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import type { Route } from '../contract/define-route.ts'
import { buildRequestContext } from './build-request-context.ts'
import { accessTokenFrom } from '#platform/http/headers/access-token.ts'
import { runTransaction } from './school-transaction.ts'

/**
 * Creates a check for bodies above the default limit: only callers who may use the route, and only while memory
 * can be reserved. Runs before the body is read.
 */
export function createLargeBodyCheck(services: Services, route: Route) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // A body without a length may reach the route's limit.
    const announced = Number(request.headers['content-length'] ?? route.bodyLimitBytes)
    // A body above the route's limit is refused by its length.
    if (announced <= defaultBodyLimitBytes || announced > route.bodyLimitBytes) return
    await ensureMayCall(services, route, request)
    const release = services.bodyBudget.reserve(request.ip, announced)
    if (!release) throw new Refusal('busy', { retry_after_seconds: 2 })
    reply.raw.once('finish', release).once('close', release)
  }
}

/** The verb's transaction checks again, because the session may end meanwhile. */
async function ensureMayCall(services: Services, route: Route, request: FastifyRequest) {
  const token = accessTokenFrom(request)
  if (route.access === 'public' || (!token && request.client)) return
  const requestContext = await buildRequestContext(services, route, request)
  const options = { readOnly: true, onSchoolInvalidated: services.onSchoolInvalidated }
  const caller = await runTransaction(requestContext, options, (ctx) => services.identify(ctx, token!))
  // For a client with a person, permission is decided with the body.
  if (!caller) throw new Refusal('unauthenticated')
  if (!request.client) ensureAccess(route.access, caller)
}
