import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { recommendationMessages } from './topics-prompt.ts'
import type { RecommendationPrompt, DescribedTopics } from './describe-topics.ts'

/** Hash of everything that is sent to the endpoint, so that the same facts are sent once. */
export function recommendationHash({ candidates, language }: RecommendationPrompt) {
  const heard = recommendationMessages(candidates, language)
  const ids = candidates.map(({ content_id }) => content_id)
  return hashToken(JSON.stringify([heard, ids])).toString('base64url')
}

export async function cachedTopicTexts({ tx, school_id, actor }: Ctx, course_id: string, hash: string) {
  const row = await tx
    .selectFrom('assistant_recommendations')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('course_id', '=', course_id)
    .where('input_hash', '=', hash)
    .select(sql<DescribedTopics[]>`topics`.as('topics'))
    .executeTakeFirst()
  return row?.topics ?? null
}

export async function cacheTopicTexts(
  { tx, school_id, actor, now }: Ctx,
  course_id: string,
  { hash, topics }: { hash: string; topics: DescribedTopics[] },
) {
  const change = { input_hash: hash, topics: json(topics), created_at: now }
  await tx
    .insertInto('assistant_recommendations')
    .values({ ...change, school_id, user_id: actor.id, course_id })
    .onConflict((oc) => oc.columns(['school_id', 'user_id', 'course_id']).doUpdateSet(change))
    .execute()
}
