import type { Database } from '#platform/database/database.server.ts'
import { PLATFORM_ID, type Surroundings } from '../context/request-context.ts'
import { countOrProve, countTry } from './rate-limits.ts'
import { networkOf } from '#platform/http/client-network.ts'
import type { RateLimit, Route } from '#platform/contract/route.ts'

/** Counts a call for the caller's network. Runs first: nothing is known yet of the person. */
export async function countNetwork(side: Database, route: Route, around: Surroundings) {
  for (const limit of limitsBy(route, 'address')) {
    const bucket = bucketOf(around, { route, limit, caller: networkOf(around.address) })
    if (limit.beyond === 'proof') await countOrProve(side, bucket, { limit, around })
    else await countTry(side, bucket, limit, around.now)
  }
}

/**
 * Counts a call for the person, however many sessions he or she has. Runs once the person is known, so that an invented
 * token leaves no row; a visitor counts by network.
 */
export async function countPerson(side: Database, route: Route, around: Surroundings) {
  const { actor, address } = around
  const caller = actor.id === PLATFORM_ID ? networkOf(address) : actor.id
  for (const limit of limitsBy(route, 'user'))
    await countTry(side, bucketOf(around, { route, limit, caller }), limit, around.now)
}

const limitsBy = (route: Route, by: RateLimit['by']) => route.limits.filter((limit) => limit.by === by)

interface Counted {
  route: Route
  limit: RateLimit
  caller: string
}

const bucketOf = ({ school_id }: Surroundings, { route, limit, caller }: Counted) =>
  `${school_id}/${route.name}/${limit.by}/${caller}`
