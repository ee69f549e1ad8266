import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { noteView } from './note-view.ts'
import { noteSearchQuery } from './note-search.ts'
import { selectOwnNotes } from './queries.ts'

/** A page of the actor's own notes, optionally of one course or content or matching `q`. */
export async function listNotes(
  ctx: Ctx,
  { course_id, content_id, q = '', limit, cursor }: Input<typeof contract.listNotes>,
) {
  let notes = selectOwnNotes(ctx)
  if (course_id) notes = notes.where('n.course_id', '=', course_id)
  if (content_id) notes = notes.where('n.content_id', '=', content_id)
  if (q.trim() !== '') {
    const matches = noteSearchQuery(q)
    if (!matches) return { data: [], next_cursor: null }
    notes = notes.where(matches)
  }
  const page = await paginateByKeyset(notes, {
    by: ['n.created_at', 'n.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map((row) => noteView(ctx, row)) }
}

/** One row per course that the person attends. */
export async function listNoteCourses({ tx, school_id, actor }: Ctx) {
  const data = await tx
    .selectFrom('notes as n')
    .leftJoin('courses as c', (on) =>
      on
        .onRef('c.school_id', '=', 'n.school_id')
        .onRef('c.id', '=', 'n.course_id')
        .on('c.deleted_at', 'is', null),
    )
    .where('n.school_id', '=', school_id)
    .where('n.user_id', '=', actor.id)
    .groupBy('n.course_id')
    .select((eb) => [
      'n.course_id',
      sql<string>`coalesce(max(c.course_name), (array_agg(n.course_name order by n.created_at desc))[1])`.as(
        'course_name',
      ),
      eb.fn.countAll<number>().as('notes_count'),
      eb.fn.max('n.created_at').as('latest_at'),
    ])
    .orderBy('latest_at', 'desc')
    .execute()
  return { data, notes_count: data.reduce((sum, { notes_count }) => sum + notes_count, 0) }
}
