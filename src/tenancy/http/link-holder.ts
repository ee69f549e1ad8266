import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ensureClientAllowed } from './api-client.ts'
import type { Actor, Ctx } from '../context/request-context.ts'
import type { Services } from './endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { checkApiClient } from './build-request-context.ts'

/** Whom a signed link names, as long as that one may still act: a person, a visit of support or a program. */
export interface LinkHolder {
  actor: Actor
  /** Of a program that acts by itself; null for people, who have no scopes. */
  scopes: readonly string[] | null
}

type Around = Pick<Ctx, 'tx' | 'school_id' | 'now' | 'config'>

/** With a session, only while that lives. */
export type FindLinkHolder = (
  around: Around,
  id: string,
  session_id?: string | null,
) => Promise<LinkHolder | null>

/**
 * For addresses outside of the endpoint list: who names a school's client there must name one that exists, and uses up
 * its minute.
 */
export function authenticateApiClients(scope: FastifyInstance, services: Services) {
  if (!scope.hasRequestDecorator('client')) scope.decorateRequest('client', null)
  scope.addHook('onRequest', (request, reply) => checkApiClient(services, request, reply))
}

/** Refuses what neither the holder's scopes nor those of the client that asks cover; one of `scopes` is enough. */
export function ensureClientScope(request: FastifyRequest, holder: LinkHolder, scopes: readonly string[]) {
  const covers = (given: readonly string[]) => scopes.some((scope) => given.includes(scope))
  if (holder.scopes && !covers(holder.scopes))
    throw new Refusal('scope_missing', { extra: { scope: scopes[0] } })
  if (request.client) ensureClientAllowed(request.client, holder.actor, scopes)
}

/** The same for what writes, which a visit of support does only while it is raised. */
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
