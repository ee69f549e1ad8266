import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { hasWordsSql, searchWords } from '#platform/database/text-search.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import { isAnonymous, isOverSql, paginate, selectForStaff } from './list-attempts.ts'

type Given = Input<typeof contract.listAssessmentAttempts>

/** Attempts of one assessment in every state but void. */
export async function listAssessmentAttempts(ctx: Ctx, { id, q, state, ...paging }: Given) {
  const assessment = await getEditableAssessment(ctx, id)
  const due_at = await loadDueDate(ctx, assessment)
  const words = searchWords(q ?? '')
  let query = selectForStaff(ctx, { assessment_id: id }).where('t.state', '<>', 'void')
  if (words.length > 0)
    query = query.where(
      sql<boolean>`not ${isAnonymous} and ${hasWordsSql(sql`fold_text(' ' || u.name)`, words)}`,
    )
  if (state === 'running')
    query = query.where('t.state', '=', 'running').where(sql<boolean>`${isOverSql(ctx)} is not true`)
  if (state === 'submitted')
    query = query.where('t.state', 'in', ['running', 'submitted']).where(isOverSql(ctx))
  if (state === 'marked') query = query.where('t.state', '=', 'marked')
  if (state === 'late')
    query = query.where(
      sql<boolean>`(t.has_late_answers or coalesce(t.submitted_at > ${due_at}::timestamptz, false))`,
    )
  const page = await paginate(ctx, query, paging)
  const data = page.data.map((row) => ({
    ...row,
    is_late: due_at !== null && row.submitted_at !== null && row.submitted_at > due_at,
  }))
  return { ...page, data }
}

/** The due date of the revision published last. */
async function loadDueDate(
  ctx: Ctx,
  { id, revision, last_revision }: Awaited<ReturnType<typeof getEditableAssessment>>,
) {
  const number = revision ?? last_revision
  if (!number) return null
  const { due_at } = (await loadRevision(ctx, id, number)).settings
  return due_at === null ? null : new Date(due_at)
}
