import type { Ctx } from '#tenancy/context/request-context.ts'
import { draftRevision, loadSections } from '../authoring/items.ts'
import { slotCount, totalPoints } from '../authoring/check-items.ts'
import { selectAssessments, type AssessmentDraft } from '../queries.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import type { AssessmentKind } from '../shapes.ts'

type Reader = Pick<Ctx, 'tx' | 'school_id'>

/** An assessment of a content, as outlines and the player show it. */
export interface ContentAssessment {
  id: string
  content_id: string
  kind: AssessmentKind
  name: string
  is_published: boolean
  /** Of the published revision; of the draft if none is published. */
  question_count: number
  total_points: number
  pass_percent: number | null
  time_limit_minutes: number | null
  opens_at: Date | null
  closes_at: Date | null
}

/** The assessments of contents, by the id of the content. Contents without one are missing. */
export async function assessmentsOfContents(
  ctx: Reader,
  content_ids: readonly string[],
): Promise<ReadonlyMap<string, ContentAssessment>> {
  if (content_ids.length === 0) return new Map()
  const rows = await selectAssessments(ctx)
    .where('a.content_id', 'in', [...content_ids])
    .select((eb) => eb.ref('a.draft').$castTo<AssessmentDraft>().as('draft'))
    .execute()
  const views = await Promise.all(
    rows.map(async ({ id, content_id, kind, name, revision, draft, opens_at, closes_at }) => {
      const shown = revision === null ? await draftOf(ctx, id, draft) : await loadRevision(ctx, id, revision)
      const { pass_percent, time_limit_minutes } = shown.settings
      const view: ContentAssessment = {
        id,
        content_id: content_id!,
        kind,
        name,
        is_published: revision !== null,
        question_count: slotCount(shown.sections),
        total_points: totalPoints(shown.sections),
        pass_percent,
        time_limit_minutes,
        opens_at,
        closes_at,
      }
      return [view.content_id, view] as const
    }),
  )
  return new Map(views)
}

const draftOf = async (ctx: Reader, id: string, draft: AssessmentDraft) => ({
  settings: draft.settings,
  sections: await loadSections(ctx, id, { revision: draftRevision, sections: draft.sections }),
})

/** Detaches assessments from contents that are deleted: they stay with their attempts, in the list of the course. */
export async function detachFromContents({ tx, school_id }: Reader, content_ids: readonly string[]) {
  if (content_ids.length === 0) return
  await tx
    .updateTable('assessments')
    .set({ content_id: null })
    .where('school_id', '=', school_id)
    .where('content_id', 'in', [...content_ids])
    .execute()
}
