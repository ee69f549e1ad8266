import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from './endpoints.ts'
import type { BodyBudget } from '#platform/http/body-budget.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { ensureAccess } from '../access/role-permissions.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import type { Route } from '../contract/define-route.ts'
import { buildRequestContext } from './build-request-context.ts'
import { accessTokenFrom } from '#platform/http/headers/access-token.ts'
import { runTransaction } from './school-transaction.ts'

/**
 * Admits a body above the usual limit: only from a caller who may use the route, and only while memory is reserved for
 * it. Runs before the body is read.
 */
export function createLargeBodyCheck(services: Services, route: Route, budget: BodyBudget) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // A body without a length may become as long as the route allows.
    const announced = Number(request.headers['content-length'] ?? route.bodyLimitBytes)
    // What is longer than the route allows is refused by its length alone.
    if (announced <= defaultBodyLimitBytes || announced > route.bodyLimitBytes) return
    await ensureMayCall(services, route, request)
    const release = budget.reserve(request.ip, announced)
    if (!release) throw new Refusal('busy', { retry_after_seconds: 2 })
    reply.raw.once('finish', release).once('close', release)
  }
}

/** The verb's own transaction asks again: by then the session may have ended. */
async function ensureMayCall(services: Services, route: Route, request: FastifyRequest) {
  const token = accessTokenFrom(request)
  if (route.can === 'public' || (!token && request.client)) return
  const requestContext = await buildRequestContext(services, route, request, {})
  const options = { readOnly: true, onSchoolChanged: services.onSchoolChanged }
  const caller = await runTransaction(requestContext, options, (ctx) => services.identify(ctx, token!))
  // A client acts in its own role beside that of the person: what it may do is decided with the body.
  if (!caller) throw new Refusal('unauthenticated')
  if (!request.client) ensureAccess(route.can, caller)
}
