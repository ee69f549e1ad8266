import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { selectCards, selectCourses, onlyListed } from '../queries.ts'
import { withSales } from './current-sale.ts'
import { prefixQuery } from './course-search-texts.ts'

/** Minimum trigram similarity of query and course name: `pyton` and `Python` reach 0.5. */
const likeness = 0.4

/** Words and prefixes first, weighted by field; then names with similar spelling. */
export async function searchCourses(
  ctx: Ctx,
  { searchQuery, limit, cursor }: Input<typeof contract.searchCourses>,
) {
  const words = prefixQuery(searchQuery)
  if (words === '') return { data: [], next_cursor: null }
  // The operator that uses the index reads its threshold from this setting only.
  await sql`set local pg_trgm.word_similarity_threshold = ${sql.lit(likeness)}`.execute(ctx.tx)

  const foldedQuery = sql`fold_text(${searchQuery})`
  const query = sql`to_tsquery('simple', fold_text(${words}))`
  const name = sql`fold_text(c.course_name)`
  const rank = sql<number>`round((ts_rank(c.search, ${query}) * 4 + word_similarity(${foldedQuery}, ${name}))::numeric, 6)`
  const matches = selectCards(onlyListed(selectCourses(ctx)))
    .where((eb) => eb.or([sql<boolean>`c.search @@ ${query}`, sql<boolean>`${foldedQuery} <% ${name}`]))
    .select(rank.as('rank'))
  const ranked = ctx.tx.selectFrom(matches.as('m')).selectAll()
  const page = await paginateByKeyset(ranked, {
    by: ['m.rank', 'm.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.rank, row.id],
  })
  return withSales(ctx, page)
}
