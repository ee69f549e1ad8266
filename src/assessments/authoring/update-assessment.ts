import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { ensureEditableCourse, getEditableAssessment, type AssessmentRow } from '../queries.ts'
import { ensureAttachable } from './attach-content.ts'
import { editorName, getAssessment } from './get-assessment.ts'
import { draftRevision, loadSections, replaceDraftItems } from './items.ts'
import { changedDraft, storedDraft } from './prepare-draft.ts'

type Update = Input<typeof contract.updateAssessment>

export async function updateAssessment(ctx: Ctx, input: Update) {
  const { id } = input
  const { draft, ...saved } = await getEditableAssessment(ctx, id, { lock: true })
  await ensureVersion(ctx, saved, input.version)
  const target = await changedTarget(ctx, saved, input)
  const sections = await loadSections(ctx, id, { revision: draftRevision, sections: draft.sections })
  const changed = await changedDraft(ctx, { ...draft, sections }, input)
  const { kind = saved.kind } = input
  const name = input.name?.trim() ?? saved.name
  const { tx, school_id, actor, now } = ctx
  await tx
    .updateTable('assessments')
    .set({ kind, name, ...target, draft: storedDraft(changed), version: saved.version + 1 })
    .set({ updated_at: now, updated_by: actor.id })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  if (input.sections) await replaceDraftItems(ctx, id, changed.sections)
  await ctx.audit('assessment.updated', ['assessment', id], { name })
  return getAssessment(ctx, { id })
}

async function ensureVersion(ctx: Ctx, { id, version, updated_at }: AssessmentRow, expected?: number) {
  if (expected === undefined || expected === version) return
  const changed_by = await editorName(ctx, id)
  throw new Refusal('edit_conflict', { extra: { changed_by, changed_at: updated_at.toISOString() } })
}

/** Course and content after the change. Another course detaches the content, unless the change names one. */
async function changedTarget(ctx: Ctx, saved: AssessmentRow, input: Update) {
  const { course_id = saved.course_id } = input
  if (course_id && course_id !== saved.course_id) await ensureEditableCourse(ctx, course_id)
  const before = course_id === saved.course_id ? saved.content_id : null
  const { content_id = before } = input
  if (content_id && content_id !== before)
    await ensureAttachable(ctx, { id: saved.id, course_id, content_id })
  return { course_id, content_id }
}

/** Attempts of students stay, and the questions with their versions. */
export async function deleteAssessment(ctx: Ctx, { id }: Input<typeof contract.deleteAssessment>) {
  const { name } = await getEditableAssessment(ctx, id, { lock: true })
  const { tx, school_id, now } = ctx
  await tx
    .updateTable('assessments')
    .set({ deleted_at: now, content_id: null })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.audit('assessment.deleted', ['assessment', id], { name })
  return okReply
}
