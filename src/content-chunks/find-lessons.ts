import { sql } from 'kysely'
import { courseNames, getCourseContents, prefixQuery, readableCourses } from '#courses/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { isSimilarSql, searchWords, setMinSimilarity } from '#platform/database/text-search.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { readableContents } from './readable-contents.ts'

/** Matches that are ranked. */
const maxRanked = 300
/** Ranked contents that are considered, and courses in which a student's locks are looked up. */
const maxCandidates = 40
const maxCourses = 6
/** Letters from which a word may contain typing errors. */
const minLetters = 4

interface Search {
  query: string
  limit: number
}

export interface FoundLesson {
  course_id: string
  content_id: string
  course_name: string
  title: string
  /** The matching passage; null if the title matches. */
  text: string | null
  start_second: number | null
}

interface Candidate extends Omit<FoundLesson, 'course_name'> {
  /** The course that holds the content. */
  origin_id: string
  /** Version of the content in which the words occur; 0 is the one for everybody. */
  version: number
}

/** Contents that the actor may open and whose title or text contains the words of a query, or a similar title. */
export async function findLessons(ctx: Ctx, { query, limit }: Search): Promise<FoundLesson[]> {
  const prefixes = prefixQuery(query)
  if (prefixes === '') return []
  const courses = await readableCourses(ctx)
  if (courses?.length === 0) return []
  const origins = courses && [...new Set(courses.map(({ origin_id }) => origin_id))]
  const found = await chunksWith(ctx, { prefixes, origins })
  const candidates = found.length > 0 ? found : await similarTitles(ctx, { query, origins })
  const located = candidates.map((one) => ({
    ...one,
    course_id: courses?.find(({ origin_id }) => origin_id === one.origin_id)?.id ?? one.origin_id,
  }))
  const open = await (ctx.actor.role === 'student'
    ? keepReadable(ctx, located)
    : withCourseNames(ctx, located))
  return open.slice(0, limit)
}

/** Leaves out contents of deleted courses. */
async function withCourseNames(ctx: Ctx, candidates: Candidate[]): Promise<FoundLesson[]> {
  const names = await courseNames(
    ctx,
    candidates.map(({ course_id }) => course_id),
  )
  return candidates.flatMap((one) => {
    const course_name = names.get(one.course_id)
    return course_name === undefined ? [] : [{ ...one, course_name }]
  })
}

interface Where {
  /** null: all courses of the school. */
  origins: readonly string[] | null
}

/** The best chunk of each content. */
function chunksWith({ tx, school_id }: Ctx, { prefixes, origins }: Where & { prefixes: string }) {
  const query = sql`to_tsquery('simple', fold_text(${prefixes}))`
  const matches = tx
    .selectFrom('content_chunks as p')
    .where('p.school_id', '=', school_id)
    .where(sql<boolean>`p.search @@ ${query}`)
    .$if(origins !== null, (chunks) => chunks.where('p.course_id', '=', sql<string>`any(${origins}::uuid[])`))
    .limit(maxRanked)
    .select([
      'p.school_id',
      'p.course_id',
      'p.content_id',
      'p.version',
      'p.position',
      'p.text',
      'p.start_second',
    ])
    .select(sql<number>`ts_rank(p.search, ${query})`.as('rank'))
  const best = tx
    .selectFrom(matches.as('m'))
    .distinctOn(['m.content_id', 'm.version'])
    .orderBy('m.content_id')
    .orderBy('m.version')
    .orderBy('m.rank', 'desc')
    .orderBy('m.position')
    .selectAll()
  return tx
    .selectFrom(best.as('b'))
    .innerJoin('contents as t', (on) =>
      on.onRef('t.school_id', '=', 'b.school_id').onRef('t.id', '=', 'b.content_id'),
    )
    .where('t.school_id', '=', school_id)
    .orderBy('b.rank', 'desc')
    .orderBy('b.content_id')
    .limit(maxCandidates)
    .select(['b.course_id as origin_id', 'b.course_id', 'b.content_id', 'b.version', 'b.start_second'])
    .select(['t.title', sql<string | null>`case when b.position > 0 then b.text end`.as('text')])
    .execute()
}

/** Published contents with a similar title, for a query with typing errors. */
async function similarTitles(
  { tx, school_id }: Ctx,
  { query, origins }: Where & { query: string },
): Promise<Candidate[]> {
  const words = searchWords(query).filter((word) => word.length >= minLetters)
  if (words.length === 0) return []
  const matches = tx
    .selectFrom('contents as t')
    .where('t.school_id', '=', school_id)
    .where('t.is_published', '=', true)
    // Must contain the expression of the index `contents_spelling`.
    .where(isSimilarSql(sql<string>`fold_text(t.title)`, words))
    .$if(origins !== null, (contents) =>
      contents.where('t.course_id', '=', sql<string>`any(${origins}::uuid[])`),
    )
    .limit(maxRanked)
    .select(['t.school_id', 't.course_id', 't.id', 't.title'])
  await setMinSimilarity(tx)
  return tx
    .selectFrom(matches.as('m'))
    .orderBy(sql`word_similarity(fold_text(${words.join(' ')}), fold_text(m.title))`, 'desc')
    .orderBy('m.id')
    .limit(maxCandidates)
    .select(['m.course_id as origin_id', 'm.course_id', 'm.id as content_id', 'm.title'])
    .select([sql.lit(0).as('version'), sql<null>`null`.as('text'), sql<null>`null`.as('start_second')])
    .execute()
}

/** Only contents that are not locked for this student, in the version and with the title that the student reads. */
async function keepReadable(ctx: Ctx, candidates: Candidate[]): Promise<FoundLesson[]> {
  const courses = [...new Set(candidates.map(({ course_id }) => course_id))].slice(0, maxCourses)
  const outlines = new Map(
    await Promise.all(courses.map(async (id) => [id, await readableIn(ctx, id)] as const)),
  )
  return candidates.flatMap((one) => {
    const outline = outlines.get(one.course_id)
    const content = outline?.contents.get(one.content_id)
    if (!outline || !content || content.version !== one.version) return []
    return [{ ...one, title: content.title, course_name: outline.course_name }]
  })
}

async function readableIn(ctx: Ctx, id: string) {
  try {
    const contents = await getCourseContents(ctx, { id })
    return { course_name: contents.course.course_name, contents: readableContents(contents) }
  } catch (error) {
    // Access may have ended since the list of courses was read.
    if (error instanceof Refusal) return null
    throw error
  }
}
