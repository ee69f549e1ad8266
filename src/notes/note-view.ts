import { cachedSafeHtml } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { noteAnchorStatus } from './policy.ts'
import { selectOwnNotes, noteAnchorFromRow, type NoteRow } from './queries.ts'

/** A note for its writer. Renamed items show their new name, hidden or deleted ones the old name. */
export const noteView = (ctx: Pick<Ctx, 'actor' | 'now'>, row: NoteRow) => ({
  ...storedNoteView(ctx, row),
  note: cachedSafeHtml(row.note),
})

/** The same with the stored text, which the caller must sanitise. */
export function storedNoteView({ actor, now }: Pick<Ctx, 'actor' | 'now'>, row: NoteRow) {
  const isThere = row.live_course_id !== null && row.live_content_id !== null
  const anchor = noteAnchorStatus(actor, isThere ? noteAnchorFromRow(row) : null, now)
  return {
    id: row.id,
    course_id: row.course_id,
    content_id: row.content_id,
    course_name: row.live_course_name ?? row.kept_course_name,
    content_title: (anchor === 'open' ? row.live_content_title : null) ?? row.kept_content_title,
    note: row.note,
    at_seconds: row.at_seconds,
    quote: quoteOf(row),
    content_status: anchor,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
export type NoteView = ReturnType<typeof noteView>

/** A check constraint requires both quote and start, or neither. */
const quoteOf = ({ quote, quote_prefix, quote_suffix, quote_start }: NoteRow) =>
  quote === null ? null : { exact: quote, prefix: quote_prefix, suffix: quote_suffix, start: quote_start! }

export async function getNote(ctx: Ctx, id: string) {
  return noteView(ctx, ensureFound(await selectOwnNotes(ctx).where('n.id', '=', id).executeTakeFirst()))
}
