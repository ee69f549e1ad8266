import { sql } from 'kysely'
import { setHasLockExceptions } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { getCourseForStaff, ensureStudents } from './queries.ts'

/** Replaces earlier exceptions for the same students and contents. */
export async function createLockException(
  ctx: Ctx,
  { id: course_id, content_id = null, shift_days, ...given }: Input<typeof contract.createLockException>,
) {
  const { student_ids = [], group_ids = [] } = given
  const course = await getCourseForStaff(ctx, course_id, { lock: true })
  await ensureStudents(ctx, course_id, { student_ids, path: 'student_ids' })
  await ensureGroups(ctx, course_id, group_ids)
  if (content_id) await ensureContent(ctx, course.mirror_course_id ?? course_id, content_id)

  const whom = [
    ...student_ids.map((user_id) => ({ user_id, group_id: null })),
    ...group_ids.map((group_id) => ({ user_id: null, group_id })),
  ]
  const { tx, school_id, actor, now } = ctx
  const common = { school_id, course_id, content_id, shift_days, created_by: actor.id, created_at: now }
  if (whom.length > 0)
    await tx
      .insertInto('lock_exceptions')
      .values(whom.map((one) => ({ ...common, ...one, id: newId() })))
      .onConflict((conflict) =>
        conflict
          .columns(['school_id', 'course_id', 'content_id', 'user_id', 'group_id'])
          .doUpdateSet({ shift_days, created_by: actor.id, created_at: now }),
      )
      .execute()
  await updateHasLockExceptions(ctx, course_id)
  const change = { content_id, student_ids, group_ids, shift_days }
  await ctx.audit('course.lock_exception_created', ['course', course_id], change)
  return okReply
}

export async function deleteLockException(ctx: Ctx, { id }: Input<typeof contract.deleteLockException>) {
  const { tx, school_id } = ctx
  const one = () => tx.selectFrom('lock_exceptions').where('school_id', '=', school_id).where('id', '=', id)
  const { course_id } = ensureFound(await one().select('course_id').executeTakeFirst())
  await getCourseForStaff(ctx, course_id, { lock: true })
  await tx.deleteFrom('lock_exceptions').where('school_id', '=', school_id).where('id', '=', id).execute()
  await updateHasLockExceptions(ctx, course_id)
  await ctx.audit('course.lock_exception_deleted', ['course', course_id], { id })
  return okReply
}

/** Readers look up exceptions only if the course is flagged to have some. The course must be locked. */
export async function updateHasLockExceptions(ctx: Ctx, course_id: string) {
  const exists = sql<boolean>`exists (select from lock_exceptions x
    where x.school_id = ${ctx.school_id} and x.course_id = ${course_id})`
  await setHasLockExceptions(ctx, course_id, exists)
}

export async function listLockExceptions(
  ctx: Ctx,
  { id, limit, cursor, ...of }: Input<typeof contract.listLockExceptions>,
) {
  await getCourseForStaff(ctx, id)
  const page = await paginateByKeyset(narrowed(exceptionsOf(ctx, id), of), {
    by: ['x.created_at', 'x.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  const data = page.data.map((row) => ({
    ...row,
    content: row.content_id ? { id: row.content_id, title: row.content_title! } : null,
    target: row.group_id
      ? { kind: 'group' as const, id: row.group_id, name: row.group_name! }
      : { kind: 'student' as const, id: row.user_id!, name: row.user_name! },
  }))
  return { data, next_cursor: page.next_cursor }
}

interface Of {
  content_id?: string | undefined
  student_id?: string | undefined
}

const narrowed = (exceptions: ReturnType<typeof exceptionsOf>, { content_id, student_id }: Of) =>
  exceptions
    .$if(content_id !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb('x.content_id', 'is', null), eb('x.content_id', '=', content_id!)])),
    )
    .$if(student_id !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('x.user_id', '=', student_id!),
          sql<boolean>`exists (select from course_group_members m where m.school_id = x.school_id
            and m.group_id = x.group_id and m.user_id = ${student_id})`,
        ]),
      ),
    )

const exceptionsOf = ({ tx, school_id }: Ctx, course_id: string) =>
  tx
    .selectFrom('lock_exceptions as x')
    .leftJoin('contents as t', (on) =>
      on.onRef('t.school_id', '=', 'x.school_id').onRef('t.id', '=', 'x.content_id'),
    )
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'x.school_id').onRef('u.id', '=', 'x.user_id'),
    )
    .leftJoin('course_groups as g', (on) =>
      on.onRef('g.school_id', '=', 'x.school_id').onRef('g.id', '=', 'x.group_id'),
    )
    .leftJoin('users as by', (on) =>
      on.onRef('by.school_id', '=', 'x.school_id').onRef('by.id', '=', 'x.created_by'),
    )
    .where('x.school_id', '=', school_id)
    .where('x.course_id', '=', course_id)
    .select([
      'x.id',
      'x.course_id',
      'x.content_id',
      'x.user_id',
      'x.group_id',
      'x.shift_days',
      'x.created_at',
    ])
    .select(['t.title as content_title', 'u.name as user_name', 'g.name as group_name'])
    .select('by.name as created_by_name')

async function ensureGroups({ tx, school_id }: Ctx, course_id: string, ids: string[]) {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('course_groups')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', ids)
    .select('id')
    .execute()
  if (rows.length < ids.length)
    refuseInvalidField('group_ids', 'group_unknown', 'Group not found in this course.')
}

async function ensureContent({ tx, school_id }: Ctx, course_id: string, content_id: string) {
  const row = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', '=', content_id)
    .select('id')
    .executeTakeFirst()
  if (!row) refuseInvalidField('content_id', 'content_unknown', 'Lesson not found in this course.')
}
