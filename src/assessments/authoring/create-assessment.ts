import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayAddAssessment } from '../policy.ts'
import { ensureEditableCourse, getEditableAssessment } from '../queries.ts'
import type { AssessmentKind } from '../shapes.ts'
import { copyRubrics } from './copy-rubrics.ts'
import { ensureAttachable } from './attach-content.ts'
import { defaultSettings } from './default-settings.ts'
import { getAssessment } from './get-assessment.ts'
import { draftRevision, insertItems, loadSections } from './items.ts'
import { changedDraft, storedDraft, type FullDraft } from './prepare-draft.ts'

export async function createAssessment(ctx: Ctx, input: Input<typeof contract.createAssessment>) {
  const { kind, course_id = null, content_id = null } = input
  if (course_id) await ensureEditableCourse(ctx, course_id)
  await ensureRoom(ctx)
  const id = newId()
  if (content_id) await ensureAttachable(ctx, { id, course_id, content_id })
  const empty = { instructions: '', settings: defaultSettings(kind), sections: [] }
  const draft = await changedDraft(ctx, empty, input)
  await insertAssessment(ctx, { id, kind, name: input.name.trim(), course_id, content_id, draft })
  return getAssessment(ctx, { id })
}

/** Copies texts, settings and questions; the copy belongs to no content. */
export async function copyAssessment(ctx: Ctx, input: Input<typeof contract.copyAssessment>) {
  const { draft, ...source } = await getEditableAssessment(ctx, input.id)
  const { course_id = source.course_id, name = source.name } = input
  if (course_id && course_id !== source.course_id) await ensureEditableCourse(ctx, course_id)
  await ensureRoom(ctx)
  const sections = await loadSections(ctx, source.id, { revision: draftRevision, sections: draft.sections })
  const id = newId()
  const copy = { kind: source.kind, name: name.trim(), course_id, content_id: null }
  await insertAssessment(ctx, { id, ...copy, draft: { ...draft, sections } })
  await copyRubrics(ctx, source.id, id)
  return getAssessment(ctx, { id })
}

/** Refuses one assessment too many. */
async function ensureRoom({ tx, school_id }: Ctx) {
  const { count } = await tx
    .selectFrom('assessments')
    .where('school_id', '=', school_id)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  ensureAllowed(mayAddAssessment(Number(count)))
}

export interface NewAssessment {
  id: string
  kind: AssessmentKind
  name: string
  course_id: string | null
  content_id: string | null
  draft: FullDraft
}

/** Inserts an assessment whose draft is checked. */
export async function insertAssessment(ctx: Ctx, { draft, ...row }: NewAssessment) {
  const { tx, school_id, actor, now } = ctx
  const dates = { created_at: now, updated_at: now }
  await tx
    .insertInto('assessments')
    .values({
      school_id,
      ...row,
      ...dates,
      draft: storedDraft(draft),
      created_by: actor.id,
      updated_by: actor.id,
    })
    .execute()
  await insertItems(ctx, row.id, { revision: draftRevision, sections: draft.sections })
  await ctx.audit('assessment.created', ['assessment', row.id], { name: row.name })
}
