import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mayEditAssessment } from './policy.ts'
import type { AssessmentKind, AssessmentSettings } from './shapes.ts'

/** Texts and settings of an assessment, without its items. */
export interface AssessmentDraft {
  instructions: string
  settings: AssessmentSettings
  sections: { name: string; instructions: string }[]
}

/** Selects assessments with the facts of their course that decide who may edit them. */
export const selectAssessments = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('assessments as a')
    .leftJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'a.school_id').onRef('c.id', '=', 'a.course_id'),
    )
    .where('a.school_id', '=', school_id)
    .where('a.deleted_at', 'is', null)
    .select(['a.id', 'a.name', 'a.course_id', 'a.content_id', 'a.version', 'a.revision', 'a.created_by'])
    .select(['a.last_revision', 'a.published_version', 'a.opens_at', 'a.closes_at'])
    .select(['a.created_at', 'a.updated_at', 'c.course_name', 'c.course_teacher_id'])
    .select('c.created_by as course_created_by')
    .select((eb) => eb.ref('a.kind').$castTo<AssessmentKind>().as('kind'))

export type AssessmentRow = Awaited<
  ReturnType<ReturnType<typeof selectAssessments>['executeTakeFirstOrThrow']>
>

/** An assessment as it is in a list. */
export const summaryOf = (row: AssessmentRow) => ({
  ...row,
  is_published: row.revision !== null,
  has_unpublished_changes: row.version !== row.published_version,
})

/** Returns an assessment that the actor may edit; with `lock`, until commit nobody else changes it. */
export async function getEditableAssessment(
  ctx: Ctx,
  id: string,
  { lock = false } = {},
): Promise<AssessmentRow & { draft: AssessmentDraft }> {
  const query = selectAssessments(ctx)
    .where('a.id', '=', id)
    .select((eb) => eb.ref('a.draft').$castTo<AssessmentDraft>().as('draft'))
  const row = ensureFound(await (lock ? query.forNoKeyUpdate('a') : query).executeTakeFirst())
  const course =
    row.course_id === null
      ? null
      : { course_teacher_id: row.course_teacher_id, created_by: row.course_created_by! }
  ensureAllowed(mayEditAssessment(ctx.actor, { created_by: row.created_by, course }))
  return row
}

/** Refuses a course that the actor may not edit. */
export async function ensureEditableCourse({ tx, school_id, actor }: Ctx, id: string) {
  const course = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['course_teacher_id', 'created_by'])
    .executeTakeFirst()
  ensureAllowed(mayEditCourse(actor, ensureFound(course)))
}
