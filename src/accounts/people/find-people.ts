import { sql } from 'kysely'
import { hasWordsSql, isSimilarSql, searchWords, setMinSimilarity } from '#platform/database/text-search.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isAdmin, type Role } from '#tenancy/access/actor.ts'

/** Matches that are ranked: a search that fits thousands of people ranks the first ones only. */
const maxRanked = 300
/** Letters of the longest word from which a search tolerates typing errors. */
const minLetters = 4

interface Search {
  query: string
  limit: number
}

export interface FoundPerson {
  id: string
  name: string
  email: string
  role: Role
}

/** People of the school whose name or address contains the words of a query, best first. Only for admins. */
export async function findPeople(ctx: Ctx, search: Search): Promise<FoundPerson[]> {
  return isAdmin(ctx.actor) ? findAmong(ctx, search, sql<boolean>`true`) : []
}

/**
 * The same among the users `u` that a condition selects. Without a match, similar names are found. Each statement reads at
 * most the matches of one index, and ranks `maxRanked` of them.
 */
export async function findAmong(
  ctx: Ctx,
  { query, limit }: Search,
  among: ReturnType<typeof sql<boolean>>,
): Promise<FoundPerson[]> {
  const words = searchWords(query)
  if (!words.some((word) => word.length >= 2)) return []
  const exact = await rankPeople(ctx, {
    words,
    limit,
    where: sql<boolean>`${hasWordsSql(text, words)} and ${among}`,
  })
  const long = words.filter((word) => word.length >= minLetters)
  if (exact.length > 0 || long.length === 0) return exact
  await setMinSimilarity(ctx.tx)
  return rankPeople(ctx, { words, limit, where: sql<boolean>`${isSimilarSql(text, long)} and ${among}` })
}

/** Must equal the expression of the index `users_search`. */
const text = sql<string>`fold_text(' ' || u.name || ' ' || u.email)`

interface Ranking {
  words: readonly string[]
  limit: number
  where: ReturnType<typeof sql<boolean>>
}

function rankPeople({ tx, school_id }: Ctx, { words, limit, where }: Ranking) {
  const matches = tx
    .selectFrom('users as u')
    .where('u.school_id', '=', school_id)
    .where('u.status', '<>', 'removed')
    .where(where)
    .limit(maxRanked)
    .select(['u.id', 'u.name', 'u.email', sql<Role>`u.role`.as('role')])
  return tx
    .selectFrom(matches.as('m'))
    .orderBy(sql`word_similarity(fold_text(${words.join(' ')}), fold_text(m.name || ' ' || m.email))`, 'desc')
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(limit)
    .selectAll()
    .execute()
}
