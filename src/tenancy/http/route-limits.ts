import type { Database } from '#platform/database/database.server.ts'
import type { RequestContext } from '../context/request-context.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { proofScope } from './proof-scope.ts'
import { countOrRequireProof, countAttempt } from '#platform/rate-limits/rate-limits.ts'
import { clientNetwork } from '#platform/http/client-network.ts'
import type { RateLimit } from '#platform/contract/route.ts'
import type { Route } from '../contract/define-route.ts'

/** Counts a call for the caller's network. Runs first, before the person is identified. */
export async function countNetworkLimits(side: Database, route: Route, requestContext: RequestContext) {
  const { now } = requestContext
  for (const limit of limitsBy(route, 'address')) {
    const bucket = bucketOf(requestContext, { route, limit, caller: clientNetwork(requestContext.address) })
    if (limit.onExceeded === 'proof')
      await countOrRequireProof(side, bucket, { limit, scope: proofScope(requestContext) })
    else await countAttempt({ db: side, now }, bucket, limit)
  }
}

/**
 * Counts a call for the person over all sessions. Runs after identification, so that an invented token leaves no
 * row; visitors are counted by network.
 */
export async function countUserLimits(side: Database, route: Route, requestContext: RequestContext) {
  const { actor, address, now } = requestContext
  const caller = actor.id === PLATFORM_ID ? clientNetwork(address) : actor.id
  for (const limit of limitsBy(route, 'user'))
    await countAttempt({ db: side, now }, bucketOf(requestContext, { route, limit, caller }), limit)
}

const limitsBy = (route: Route, by: RateLimit['by']) => route.limits.filter((limit) => limit.by === by)

interface Counted {
  route: Route
  limit: RateLimit
  caller: string
}

const bucketOf = ({ school_id }: RequestContext, { route, limit, caller }: Counted) =>
  `${school_id}/${route.name}/${limit.by}/${caller}`
