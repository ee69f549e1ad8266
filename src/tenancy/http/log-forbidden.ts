import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Route } from '../contract/define-route.ts'

interface Ended {
  requestContext: RequestContext
  error: unknown
}

/** Refusals that only require the next step of a login. */
const leadsOn = /^second_factor_(?:enrolment_)?required$/

/** Logs one line for each forbidden call, with the actor if known. */
export function logForbidden(request: FastifyRequest, route: Route, { requestContext, error }: Ended) {
  if (!(error instanceof Refusal) || error.status !== 403 || leadsOn.test(error.code)) return
  const { actor, school_id } = requestContext
  const who = actor.role === 'visitor' ? {} : { person_id: actor.id, client_id: actor.client_id }
  const facts = { school_id, role: actor.role, support: actor.support, ...who }
  request.log.warn({ event: 'forbidden', route: route.name, why: error.code, ...facts }, 'forbidden')
}
