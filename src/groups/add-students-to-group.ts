import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { getGroupForStaff } from './queries.ts'

interface Joining {
  group_id: string
  student_ids: readonly string[]
}

/** Adds students to a group; ignores people who are not in its course. Returns the new members. */
export async function addStudentsToGroup(ctx: Ctx, { group_id, student_ids }: Joining): Promise<string[]> {
  const { tx, school_id, now } = ctx
  const { course_id } = await getGroupForStaff(ctx, group_id, { lock: true })
  const { rows } = await sql<{ user_id: string }>`
    insert into course_group_members (school_id, group_id, user_id, created_at)
    select school_id, ${group_id}::uuid, user_id, ${now}::timestamptz from enrolments
    where school_id = ${school_id}::uuid and course_id = ${course_id}::uuid
      and user_id = any(${[...student_ids]}::uuid[]) and status <> 'removed'
    order by user_id on conflict do nothing returning user_id`.execute(tx)
  const added = rows.map(({ user_id }) => user_id)
  if (added.length > 0)
    await ctx.audit('course.group_updated', ['course', course_id], { group_id, added, removed: [] })
  return added
}
