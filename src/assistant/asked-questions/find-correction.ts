import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isSimilar, similarity } from '../words/similarity.ts'
import { mayGetCorrection } from '../policy.ts'
import type { AnswerSources } from './answer-sources.ts'

/** Maximum number of corrections that are compared. */
const compared = 50

/**
 * Finds the correction of a similar question whose sources this reader may open. For a mirror, corrections of its
 * origin count after its own.
 */
export async function findCorrection(
  { tx, school_id }: Ctx,
  course_id: string,
  { roots, contents, origin_id }: { roots: string[] } & Pick<AnswerSources, 'contents' | 'origin_id'>,
) {
  if (roots.length === 0) return null
  const shared = sql<number>`(select count(*) from unnest(k.terms) term where term = any(${roots}::text[]))`
  const rows = await tx
    .selectFrom('assistant_corrections as k')
    .where('k.school_id', '=', school_id)
    .where('k.course_id', 'in', [...new Set([course_id, origin_id])])
    .where(sql<boolean>`k.terms && ${roots}::text[]`)
    .orderBy(shared, 'desc')
    .orderBy('k.updated_at', 'desc')
    .limit(compared)
    .select(['k.id', 'k.course_id', 'k.terms', 'k.answer', 'k.content_ids'])
    .execute()
  const like = rows
    .map((row) => ({ ...row, likeness: similarity(roots, row.terms) }))
    .filter((row) => row.likeness >= isSimilar && mayGetCorrection(row.content_ids, contents))
  const isOwn = (row: { course_id: string }) => Number(row.course_id === course_id)
  return like.toSorted((a, b) => isOwn(b) - isOwn(a) || b.likeness - a.likeness)[0] ?? null
}

export type CorrectionMatch = NonNullable<Awaited<ReturnType<typeof findCorrection>>>
