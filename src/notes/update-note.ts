import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import type * as contract from './contract.ts'
import { getNote } from './note-view.ts'
import { noteSearchVector } from './note-search.ts'
import { isUnchanged } from './policy.ts'
import { lockOwnNote } from './queries.ts'

/** The writer may always change a note, even if the course is closed or deleted. */
export async function updateNote(
  ctx: Ctx,
  { id, note: html, at_seconds, updated_at: expectedUpdatedAt }: Input<typeof contract.updateNote>,
) {
  const { tx, school_id, actor, now } = ctx
  const before = ensureFound(await lockOwnNote(ctx, id))
  const note = sanitizeRichText(html)
  const at = at_seconds === undefined || before.quote !== null ? before.at_seconds : at_seconds
  // Returns the stored note if the same change was sent before.
  if (note === before.note && at === before.at_seconds) return getNote(ctx, id)
  if (!isUnchanged(before, expectedUpdatedAt))
    throw new Refusal('note_edit_conflict', {
      extra: { changed_at: before.updated_at.toISOString(), note: before.note },
    })
  await tx
    .updateTable('notes')
    .set({
      note,
      at_seconds: at,
      search: noteSearchVector({ ...before, note }),
      updated_at: new Date(Math.max(now.getTime(), before.updated_at.getTime() + 1)),
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .execute()
  return getNote(ctx, id)
}
