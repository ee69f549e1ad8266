import { getCourseContents } from '#courses/index.ts'
import {
  countTerms,
  readableContents,
  chunksContaining,
  buildReadableScope,
  type ReadableContent,
} from '#content-chunks/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import { isCitable, mayAskAbout } from '../policy.ts'
import type { QueryTerm } from '../words/query-terms.ts'
import { rankChunks, weightTerms, type RankedChunk } from '../words/rank-chunks.ts'

export interface AnswerSources {
  /** The course of the lessons. */
  origin_id: string
  /** Contents for answers: open to this reader now, and not graded. */
  contents: ReadonlyMap<string, ReadableContent>
}

interface Reading {
  course_id: string
  creator_preview?: boolean | undefined
}

/** The outline as `getCourseContents` returns it to this reader, or its refusal. */
export async function getReaderOutline(ctx: Ctx, { course_id, creator_preview }: Reading) {
  const outline = await getCourseContents(ctx, { id: course_id, ...(creator_preview && { creator_preview }) })
  ensureAllowed(mayAskAbout(outline.access))
  return outline
}

export async function getAnswerSources(ctx: Ctx, reading: Reading): Promise<AnswerSources> {
  const outline = await getReaderOutline(ctx, reading)
  return {
    origin_id: outline.course.mirror_course_id ?? outline.course.id,
    contents: citableContents(readableContents(outline)),
  }
}

export const citableContents = (contents: ReadonlyMap<string, ReadableContent>) =>
  new Map([...contents].filter(([, content]) => isCitable(content)))

/** Maximum number of candidates, from which the best are chosen. */
const candidates = 60
const maxRanked = 8

/** Passages that contain most of the question, best first; only an endpoint uses those beyond `quotable`. */
export async function findChunks(
  ctx: Ctx,
  { origin_id: course_id, contents }: AnswerSources,
  terms: readonly QueryTerm[],
): Promise<{ quotable: RankedChunk[]; related: RankedChunk[] }> {
  const where = { course_id, readable: buildReadableScope(contents) }
  if (terms.length === 0 || contents.size === 0) return { quotable: [], related: [] }
  const weighed = weightTerms(terms, await countTerms(ctx, where, terms))
  const found = await chunksContaining(ctx, { ...where, limit: candidates }, weighed)
  const choice = { contents, maxResults: maxRanked }
  return {
    quotable: rankChunks(weighed, found, choice),
    related: rankChunks(weighed, found, { ...choice, enough: 0.2 }),
  }
}
