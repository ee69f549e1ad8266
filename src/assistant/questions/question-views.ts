import type { Static } from 'typebox'
import type { Asked } from '../endpoint/answer.ts'
import type * as contract from '../contract.ts'
import type { AskedRow } from '../queries.ts'

/** A question as its asker reads it. */
export function askedView(row: AskedRow): Asked {
  const { correction, corrected_at } = row
  return {
    id: row.id,
    question: row.question,
    kind: row.kind as Asked['kind'],
    answer: row.answer,
    citations: row.citations,
    fault: row.fault as Asked['fault'],
    verdict: row.verdict as Asked['verdict'],
    correction:
      correction !== null && corrected_at !== null ? { answer: correction, updated_at: corrected_at } : null,
    asked_at: row.asked_at,
  }
}

/** The same as the staff of the course read it. */
export function staffView(row: AskedRow): Static<typeof contract.AskedInCourse> {
  const asked = askedView(row)
  return {
    ...asked,
    asker: row.user_id !== null && row.asker_name !== null ? { id: row.user_id, name: row.asker_name } : null,
    state: row.state as Static<typeof contract.AskedInCourse>['state'],
    correction: asked.correction && { ...asked.correction, content_ids: row.content_ids ?? [] },
  }
}
