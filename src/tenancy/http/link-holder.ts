import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ensureClientAllowed } from './api-client.ts'
import type { Ctx } from '../context/request-context.ts'
import type { Actor } from '../access/actor.ts'
import type { Services } from './endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { checkApiClient } from './build-request-context.ts'

/** The holder of a signed link, while active: a person, a support visit or a program. */
export interface LinkHolder {
  actor: Actor
  /** Scopes of a program that acts alone; null for people. */
  scopes: readonly string[] | null
}

type SchoolContext = Pick<Ctx, 'tx' | 'school_id' | 'now' | 'config'>

/** With a session, only while it is valid. */
export type FindLinkHolder = (
  context: SchoolContext,
  id: string,
  session_id?: string | null,
) => Promise<LinkHolder | null>

/** Checks and counts API clients on routes outside of the endpoint list. */
export function authenticateApiClients(scope: FastifyInstance, services: Services) {
  if (!scope.hasRequestDecorator('client')) scope.decorateRequest('client', null)
  scope.addHook('onRequest', (request, reply) => checkApiClient(services, request, reply))
}

/** Refuses unless the scopes of the holder and of the calling client include one of `scopes`. */
export function ensureClientScope(request: FastifyRequest, holder: LinkHolder, scopes: readonly string[]) {
  const covers = (given: readonly string[]) => scopes.some((scope) => given.includes(scope))
  if (holder.scopes && !covers(holder.scopes))
    throw new Refusal('scope_missing', { extra: { scope: scopes[0] } })
  if (request.client) ensureClientAllowed(request.client, holder.actor, scopes)
}

/** The same for writing routes, which a support visit may use only with write access. */
export function ensureLinkActorMayWrite(
  request: FastifyRequest,
  holder: LinkHolder,
  scopes: readonly string[],
) {
  const { tenant } = request
  if (tenant.kind === 'school' && tenant.school.closes_at) throw new Refusal('school_closing')
  if (holder.actor.support === 'reading') throw new Refusal('support_read_only')
  ensureClientScope(request, holder, scopes)
}
