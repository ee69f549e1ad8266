import { Type, type Static } from 'typebox'
import { Id, Instant, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** The assessment that a content shows, as outlines and the player need it. */
export const ContentAssessment = Type.Object({
  id: Id,
  kind: StringEnum('quiz', 'exam', 'practice', 'survey', 'assignment'),
  name: Type.String(),
  /** Students take the published revision; they see no assessment without one. */
  is_published: Type.Boolean(),
  question_count: Type.Integer(),
  total_points: Type.Number(),
  pass_percent: Nullable(Type.Number()),
  time_limit_minutes: Nullable(Type.Integer()),
  opens_at: Nullable(Instant),
  closes_at: Nullable(Instant),
})
export type ContentAssessment = Omit<Static<typeof ContentAssessment>, 'opens_at' | 'closes_at'> & {
  opens_at: Date | null
  closes_at: Date | null
}

type AssessmentsByContent = ReadonlyMap<string, ContentAssessment>

/** Returns the assessments of contents by the id of the content. Contents without one are missing. */
export const contentAssessments =
  defineSlot<
    (ctx: Pick<Ctx, 'tx' | 'school_id'>, content_ids: readonly string[]) => Promise<AssessmentsByContent>
  >('content_assessments')

interface Typed {
  id: string | null
  type: string | null
}

/** The assessments of those contents that are of this type; asks nobody if there are none. */
export async function findAssessments(ctx: Ctx, contents: readonly Typed[]): Promise<AssessmentsByContent> {
  const ids = contents.flatMap(({ id, type }) => (type === 'assessment' && id !== null ? [id] : []))
  return ids.length === 0 ? new Map() : ctx.reactions.slot(contentAssessments)(ctx, ids)
}

/** The assessment of one content; null if it has none, or none that `reader` may see. */
export async function findAssessment(
  ctx: Ctx,
  content: Typed & { id: string },
  reader: 'editor' | 'student',
): Promise<ContentAssessment | null> {
  const assessment = (await findAssessments(ctx, [content])).get(content.id)
  return assessment && (reader === 'editor' || assessment.is_published) ? assessment : null
}
