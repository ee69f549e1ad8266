import { LRUCache } from 'lru-cache'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadSections } from '../authoring/items.ts'
import type { AssessmentDraft } from '../queries.ts'
import type { AssessmentKind, Section } from '../shapes.ts'

/** A published revision, which never changes. */
export interface Revision extends Omit<AssessmentDraft, 'sections'> {
  kind: AssessmentKind
  name: string
  sections: Section[]
}

/** Revisions by school, assessment and number; `maxSize` is in characters of JSON. */
const cache = new LRUCache<string, { revision: Revision; size: number }>({
  maxSize: 16_000_000,
  sizeCalculation: ({ size }) => size,
})

/** A published revision, from the memory of this process if it was read before. */
export async function loadRevision(
  ctx: Pick<Ctx, 'tx' | 'school_id'>,
  assessment_id: string,
  revision: number,
): Promise<Revision> {
  const key = `${ctx.school_id}/${assessment_id}/${revision}`
  const cached = cache.get(key)
  if (cached) return cached.revision
  const row = await ctx.tx
    .selectFrom('assessment_revisions')
    .where('school_id', '=', ctx.school_id)
    .where('assessment_id', '=', assessment_id)
    .where('revision', '=', revision)
    .select('content')
    .executeTakeFirst()
  const content = ensureFound(row).content as Omit<Revision, 'sections'> & Pick<AssessmentDraft, 'sections'>
  const sections = await loadSections(ctx, assessment_id, { revision, sections: content.sections })
  const loaded = { ...content, sections }
  cache.set(key, { revision: loaded, size: JSON.stringify(loaded).length })
  return loaded
}
