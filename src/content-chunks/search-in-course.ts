import { sql } from 'kysely'
import { getCourseContents, prefixQuery } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { isReadableSql, buildReadableScope, type ReadableScope } from './search-chunks.ts'
import { readableContents } from './readable-contents.ts'

const maxResults = 20

/** Best results first, limited per content: a frequent word in one text must not hide the others. */
export async function searchInCourse(ctx: Ctx, { id, q, ...how }: Input<typeof contract.searchInCourse>) {
  const contents = await getCourseContents(ctx, { id, ...how })
  const open = readableContents(contents)
  const words = prefixQuery(q)
  if (open.size === 0 || words === '') return { data: [] }
  const found = await chunksWith(ctx, contents.course.mirror_course_id ?? id, {
    words,
    readable: buildReadableScope(open),
  })
  return { data: found.map((chunk) => ({ ...chunk, ...open.get(chunk.content_id)! })) }
}

const maxPerSource = 3

function chunksWith(
  { tx, school_id }: Ctx,
  course_id: string,
  { words, readable }: { words: string; readable: ReadableScope },
) {
  const query = sql`to_tsquery('simple', fold_text(${words}))`
  const rank = sql<number>`ts_rank(p.search, ${query})`
  const ranked = tx
    .selectFrom('content_chunks as p')
    .where('p.school_id', '=', school_id)
    .where('p.course_id', '=', course_id)
    .where(isReadableSql(readable))
    .where(sql<boolean>`p.search @@ ${query}`)
    .select(['p.content_id', 'p.position', 'p.text', 'p.start_second', rank.as('rank')])
    .select(
      sql<number>`row_number() over (partition by p.content_id order by ${rank} desc, p.position)`.as(
        'place',
      ),
    )
  return tx
    .selectFrom(ranked.as('r'))
    .where('r.place', '<=', maxPerSource)
    .orderBy('r.rank', 'desc')
    .orderBy('r.content_id')
    .orderBy('r.position')
    .limit(maxResults)
    .select(['r.content_id', 'r.position', 'r.text', 'r.start_second'])
    .execute()
}
