import { editableHtml } from '#courses/index.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findBankNames } from '#questions/index.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment, summaryOf } from '../queries.ts'
import { slotCount, totalPoints } from './check-items.ts'
import { findPublishIssues } from './find-publish-issues.ts'
import { draftRevision, loadSections } from './items.ts'

/** The draft of an assessment, for its editor. */
export async function getAssessment(ctx: Ctx, { id }: Input<typeof contract.getAssessment>) {
  const { draft, ...row } = await getEditableAssessment(ctx, id)
  const sections = await loadSections(ctx, id, { revision: draftRevision, sections: draft.sections })
  const { questions, issues } = await findPublishIssues(ctx, { settings: draft.settings, sections })
  const bank_ids = sections.flatMap(({ items }) => items.flatMap(({ draw }) => draw?.bank_id ?? []))
  return {
    ...summaryOf(row),
    instructions: editableHtml(ctx, draft.instructions),
    settings: draft.settings,
    sections: sections.map((section) => ({
      ...section,
      instructions: editableHtml(ctx, section.instructions),
    })),
    questions,
    banks: await findBankNames(ctx, bank_ids),
    question_count: slotCount(sections),
    total_points: totalPoints(sections),
    updated_by_name: await editorName(ctx, id),
    publish_issues: issues,
  }
}

/** Name of the person who saved an assessment last; null if unknown. */
export async function editorName({ tx, school_id }: Ctx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('assessments as a')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'a.school_id').onRef('u.id', '=', 'a.updated_by'),
    )
    .where('a.school_id', '=', school_id)
    .where('a.id', '=', id)
    .select('u.name')
    .executeTakeFirst()
  return row?.name ?? null
}
