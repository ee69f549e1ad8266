import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/security/tokens.ts'
import { messagesForTopics } from './topics-prompt.ts'
import type { Choice, Worded } from './describe-topics.ts'

/** The same facts are put to an endpoint once: they are all that it would hear. */
export function factsHash({ candidates, language }: Choice) {
  const heard = messagesForTopics(candidates, language)
  const ids = candidates.map(({ content_id }) => content_id)
  return hashOf(JSON.stringify([heard, ids])).toString('base64url')
}

export async function wordedBefore({ tx, school_id, actor }: Ctx, course_id: string, hash: string) {
  const row = await tx
    .selectFrom('assistant_recommendations')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('course_id', '=', course_id)
    .where('facts_hash', '=', hash)
    .select(sql<Worded[]>`topics`.as('topics'))
    .executeTakeFirst()
  return row?.topics ?? null
}

export async function keepWorded(
  { tx, school_id, actor, now }: Ctx,
  course_id: string,
  { hash, topics }: { hash: string; topics: Worded[] },
) {
  const change = { facts_hash: hash, topics: json(topics), made_at: now }
  await tx
    .insertInto('assistant_recommendations')
    .values({ ...change, school_id, user_id: actor.id, course_id })
    .onConflict((oc) => oc.columns(['school_id', 'user_id', 'course_id']).doUpdateSet(change))
    .execute()
}
