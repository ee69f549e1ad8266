import type { CopiedContent } from '#courses/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { insertAssessment } from '../authoring/create-assessment.ts'
import { findPublishIssues } from '../authoring/find-publish-issues.ts'
import { draftRevision, loadSections, replaceDraftItems } from '../authoring/items.ts'
import { storedDraft, type FullDraft } from '../authoring/prepare-draft.ts'
import { publishAssessment } from '../authoring/publish-assessment.ts'
import { getEditableAssessment } from '../queries.ts'
import { copyRubrics } from '../authoring/copy-rubrics.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import { assessmentsOfContents } from './assessments-of-contents.ts'

/**
 * Copies the assessments of contents to the copies of these contents. The copy of a published one is published too, and
 * keeps unpublished changes as such; it stays a draft if a question was deleted since. The caller has checked that the
 * actor may edit both courses. Returns the ids of the new assessments by the content of the copy.
 */
export async function copyAssessments(
  ctx: Ctx,
  copies: readonly CopiedContent[],
): Promise<ReadonlyMap<string, string>> {
  const sources = await assessmentsOfContents(
    ctx,
    copies.map(({ from_content_id }) => from_content_id),
  )
  const created = new Map<string, string>()
  for (const copy of copies) {
    const source = sources.get(copy.from_content_id)
    if (!source) continue
    const id = await copyOne(ctx, source.id, copy)
    await copyRubrics(ctx, source.id, id)
    created.set(copy.to_content_id, id)
  }
  return created
}

async function copyOne(ctx: Ctx, source_id: string, { to_content_id: content_id, course_id }: CopiedContent) {
  const { draft, kind, name, ...source } = await getEditableAssessment(ctx, source_id)
  const sections = await loadSections(ctx, source_id, { revision: draftRevision, sections: draft.sections })
  const edited: FullDraft = { ...draft, sections }
  const published = source.revision === null ? null : await loadRevision(ctx, source_id, source.revision)
  const id = newId()
  const isWhole = published !== null && (await findPublishIssues(ctx, published)).issues.length === 0
  if (!published || !isWhole) {
    await insertAssessment(ctx, { id, kind, name, course_id, content_id, draft: edited })
    return id
  }
  const { instructions, settings } = published
  const first = { instructions, settings, sections: published.sections }
  await insertAssessment(ctx, { id, kind, name, course_id, content_id, draft: first })
  await publishAssessment(ctx, { id })
  if (source.version !== source.published_version) await writeChanges(ctx, id, edited)
  return id
}

/** Stores the unpublished changes of a copy. */
async function writeChanges(ctx: Ctx, id: string, edited: FullDraft) {
  const { tx, school_id } = ctx
  await tx
    .updateTable('assessments')
    .set({ draft: storedDraft(edited), version: 2 })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await replaceDraftItems(ctx, id, edited.sections)
}
