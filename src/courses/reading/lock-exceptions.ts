import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LockException } from './locks.ts'

/** Exceptions for one student of a course, directly or through a group. Only read if the course has any. */
export async function getLockExceptions(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  course_id: string,
  user_id: string,
): Promise<LockException[]> {
  return tx
    .selectFrom('lock_exceptions as x')
    .leftJoin('course_group_members as m', (on) =>
      on
        .onRef('m.school_id', '=', 'x.school_id')
        .onRef('m.group_id', '=', 'x.group_id')
        .on('m.user_id', '=', user_id),
    )
    .where('x.school_id', '=', school_id)
    .where('x.course_id', '=', course_id)
    .where(({ or, eb }) => or([eb('x.user_id', '=', user_id), eb('m.user_id', 'is not', null)]))
    .select(['x.content_id', 'x.shift_days'])
    .select(
      sql<'student' | 'group'>`case when x.group_id is null then 'student' else 'group' end`.as('subject'),
    )
    .execute()
}
