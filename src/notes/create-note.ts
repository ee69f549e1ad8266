import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { getNote } from './note-view.ts'
import { noteSearchVector } from './note-search.ts'
import { mayCreateNote } from './policy.ts'
import { findContentInCourse, lockOwnNote, noteAnchorFromRow } from './queries.ts'

/** Protects against programs; nobody writes this many by hand. */
export const maxNotes = 10_000

export async function createNote(ctx: Ctx, given: Input<typeof contract.createNote>) {
  const { tx, school_id, actor, now } = ctx
  const { course_id, content_id, at_seconds = null, quote = null } = given
  if (at_seconds !== null && quote !== null)
    refuseInvalidField('quote', 'one_place', 'A note refers to a second or to a quote, not to both.')
  const content = ensureFound(await findContentInCourse(ctx, course_id, content_id))
  ensureAllowed(mayCreateNote(actor, noteAnchorFromRow(content), now))
  if (await isFull(ctx)) throw new Refusal('note_limit_reached')

  const id = given.id ?? newId()
  const { course_name, content_title } = content
  const note = sanitizeRichText(given.note)
  const columns = {
    course_id,
    content_id,
    course_name,
    content_title,
    note,
    at_seconds,
    quote: quote?.exact ?? null,
  }
  const made = await tx
    .insertInto('notes')
    .values({
      ...columns,
      ...(quote && { quote_prefix: quote.prefix, quote_suffix: quote.suffix, quote_start: quote.start }),
      school_id,
      id,
      user_id: actor.id,
      search: noteSearchVector(columns),
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Returns the existing note if its writer sent it twice; refuses if the id belongs to another person.
  if (!made && !(await lockOwnNote(ctx, id)))
    refuseInvalidField('id', 'taken', 'Choose another id for this note.')
  return getNote(ctx, id)
}

async function isFull({ tx, school_id, actor }: Ctx) {
  const some = tx
    .selectFrom('notes')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .select('id')
    .limit(maxNotes)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n >= maxNotes
}
