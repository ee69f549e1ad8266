import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, found, Refusal, refuseField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { sanitise } from '#platform/security/sanitise.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { showNote } from './note-view.ts'
import { searchVector } from './note-search.ts'
import { mayBeginNote } from './policy.ts'
import { contentInCourse, ownNoteForUpdate, placeOfRow } from './queries.ts'

/** More than anybody writes by hand; a limit for programs. */
export const mostNotes = 10_000

export async function createNote(ctx: Ctx, given: Input<typeof contract.createNote>) {
  const { tx, school_id, actor, now } = ctx
  const { course_id, content_id, at_seconds = null, quote = null } = given
  if (at_seconds !== null && quote !== null)
    refuseField('quote', 'one_place', 'A note stands at a second or at a passage, not at both.')
  const content = found(await contentInCourse(ctx, course_id, content_id))
  ensure(mayBeginNote(actor, placeOfRow(content), now))
  if (await isFull(ctx)) throw new Refusal('notes_full')

  const id = given.id ?? newId()
  const { course_name, content_title } = content
  const note = sanitise(given.note)
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
      search: searchVector(columns),
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Sent twice by its writer, it is there already; of anybody else's the caller learns nothing but that.
  if (!made && !(await ownNoteForUpdate(ctx, id)))
    refuseField('id', 'taken', 'Choose another id for this note.')
  return showNote(ctx, id)
}

async function isFull({ tx, school_id, actor }: Ctx) {
  const some = tx
    .selectFrom('notes')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .select('id')
    .limit(mostNotes)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n >= mostNotes
}
