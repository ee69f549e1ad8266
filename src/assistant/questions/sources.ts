import { getCourseContents } from '#courses/index.ts'
import {
  countTerms,
  openContents,
  passagesHolding,
  readableIn,
  type OpenContent,
} from '#content-chunks/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure } from '#platform/contract/refusal.ts'
import { isCitable, mayAskAbout } from '../policy.ts'
import type { Term } from '../words/question-words.ts'
import { rankPassages, weigh, type Ranked } from '../words/rank-chunks.ts'

export interface Sources {
  /** The course whose lessons these are. */
  origin_id: string
  /** What answers may come from: open to this reader at this moment, and not graded. */
  contents: ReadonlyMap<string, OpenContent>
}

interface Reading {
  course_id: string
  creator_preview?: boolean | undefined
}

/** The outline as the contents call itself gives it to this reader, or its refusal. */
export async function outlineFor(ctx: Ctx, { course_id, creator_preview }: Reading) {
  const outline = await getCourseContents(ctx, { id: course_id, ...(creator_preview && { creator_preview }) })
  ensure(mayAskAbout(outline.access))
  return outline
}

export async function sourcesFor(ctx: Ctx, reading: Reading): Promise<Sources> {
  const outline = await outlineFor(ctx, reading)
  return {
    origin_id: outline.course.mirror_course_id ?? outline.course.id,
    contents: citableOf(openContents(outline)),
  }
}

export const citableOf = (contents: ReadonlyMap<string, OpenContent>) =>
  new Map([...contents].filter(([, content]) => isCitable(content)))

/** More than are ever shown: of these the best are chosen. */
const candidates = 60
const mostRanked = 8

/** The passages that say most of what is asked, best first; those beyond `quotable` only an endpoint makes sense of. */
export async function findPassages(
  ctx: Ctx,
  { origin_id: course_id, contents }: Sources,
  terms: readonly Term[],
): Promise<{ quotable: Ranked[]; related: Ranked[] }> {
  const where = { course_id, readable: readableIn(contents) }
  if (terms.length === 0 || contents.size === 0) return { quotable: [], related: [] }
  const weighed = weigh(terms, await countTerms(ctx, where, terms))
  const found = await passagesHolding(ctx, where, weighed, candidates)
  const choice = { contents, most: mostRanked }
  return {
    quotable: rankPassages(weighed, found, choice),
    related: rankPassages(weighed, found, { ...choice, enough: 0.2 }),
  }
}
