import { sql } from 'kysely'
import { okReply } from '#platform/contract/schemas.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { ensureEditableCourse } from '../queries.ts'

/** Of one person. */
const maxSavedComments = 500

export async function listSavedComments(
  ctx: Ctx,
  { course_id, q, limit, cursor }: Input<typeof contract.listSavedComments>,
) {
  if (course_id) await ensureEditableCourse(ctx, course_id)
  const { actor } = ctx
  const pattern = `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
  const comments = selectComments(ctx)
    .where((eb) =>
      eb.or([eb('s.user_id', '=', actor.id), ...(course_id ? [eb('s.course_id', '=', course_id)] : [])]),
    )
    .where(sql<boolean>`fold_text(s.text) like fold_text(${pattern})`)
  return paginateByKeyset(comments, {
    by: ['s.created_at', 's.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.id],
  })
}

/** Saves a comment. The same text in the same place is saved once. */
export async function createSavedComment(
  ctx: Ctx,
  { text, course_id = null }: Input<typeof contract.createSavedComment>,
) {
  const { tx, school_id, actor, now } = ctx
  // A program has no comments of its own.
  if (actor.id === null || actor.id === actor.client_id) throw new Refusal('forbidden')
  if (course_id) await ensureEditableCourse(ctx, course_id)
  const own = selectComments(ctx).where('s.user_id', '=', actor.id)
  const same = await own
    .where('s.text', '=', text.trim())
    .where(sql<boolean>`s.course_id is not distinct from ${course_id}::uuid`)
    .executeTakeFirst()
  if (same) return same
  const { count } = await tx
    .selectFrom('saved_comments')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxSavedComments) throw new Refusal('too_many_saved_comments')
  const id = newId()
  await tx
    .insertInto('saved_comments')
    .values({ school_id, id, user_id: actor.id, course_id, text: text.trim(), created_at: now })
    .execute()
  return selectComments(ctx).where('s.id', '=', id).executeTakeFirstOrThrow()
}

export async function deleteSavedComment(
  { tx, school_id, actor }: Ctx,
  { id }: Input<typeof contract.deleteSavedComment>,
) {
  const row = await tx
    .deleteFrom('saved_comments')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  ensureFound(row)
  return okReply
}

const selectComments = ({ tx, school_id, actor }: Ctx) =>
  tx
    .selectFrom('saved_comments as s')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 's.school_id').onRef('u.id', '=', 's.user_id'),
    )
    .where('s.school_id', '=', school_id)
    .select(['s.id', 's.course_id', 's.text', 's.created_at', 'u.name as author_name'])
    .select((eb) => eb('s.user_id', '=', actor.id).as('is_own'))
    .$narrowType<{ is_own: boolean }>()
