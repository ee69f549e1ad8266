import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'
import { findPublishIssues } from './find-publish-issues.ts'
import { getAssessment } from './get-assessment.ts'
import { draftRevision, insertItems, loadSections } from './items.ts'

/** Stores the draft as an immutable revision, which the next attempts take. */
export async function publishAssessment(ctx: Ctx, { id }: Input<typeof contract.publishAssessment>) {
  const { draft, ...row } = await getEditableAssessment(ctx, id, { lock: true })
  const sections = await loadSections(ctx, id, { revision: draftRevision, sections: draft.sections })
  const { settings } = draft
  const { issues } = await findPublishIssues(ctx, { settings, sections })
  if (issues.length > 0) throw new Refusal('assessment_incomplete', { extra: { issues } })
  const revision = row.last_revision + 1
  const { tx, school_id, actor, now } = ctx
  const content = JSON.stringify({ kind: row.kind, name: row.name, ...draft })
  await tx
    .insertInto('assessment_revisions')
    .values({ school_id, assessment_id: id, revision, content, created_by: actor.id, created_at: now })
    .execute()
  await insertItems(ctx, id, { revision, sections })
  const { opens_at, closes_at } = settings
  await tx
    .updateTable('assessments')
    .set({ revision, last_revision: revision, published_version: row.version, opens_at, closes_at })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.audit('assessment.published', ['assessment', id], { name: row.name, revision })
  return getAssessment(ctx, { id })
}

export async function unpublishAssessment(ctx: Ctx, { id }: Input<typeof contract.unpublishAssessment>) {
  const { name } = await getEditableAssessment(ctx, id, { lock: true })
  const { tx, school_id } = ctx
  await tx
    .updateTable('assessments')
    .set({ revision: null, published_version: 0 })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.audit('assessment.unpublished', ['assessment', id], { name })
  return getAssessment(ctx, { id })
}
