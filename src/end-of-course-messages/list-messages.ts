import { sql } from 'kysely'
import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { mayReadThread } from './policy.ts'

export async function listEndOfCourseThreads(
  ctx: Ctx,
  { course_id, awaits_reply, limit, cursor }: Input<typeof contract.listEndOfCourseThreads>,
): Promise<Reply<typeof contract.listEndOfCourseThreads>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourse(ctx, course_id)))
  const page = await paginateByKeyset(selectThreads(ctx, course_id, awaits_reply === true), {
    by: ['t.last_message_at', 't.user_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.last_message_at, row.user_id],
  })
  const data = page.data.map(({ user_id, avatar_upload_id, ...row }) => ({
    ...row,
    student_id: user_id,
    avatar_url: avatar_upload_id && publicMediaUrl(avatar_upload_id),
  }))
  return { ...page, data }
}

/** The threads of a course, each with its last message. */
function selectThreads({ tx, school_id }: Ctx, course_id: string, onlyAwaitingReply: boolean) {
  return tx
    .selectFrom('end_of_course_threads as t')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.user_id'),
    )
    .where('t.school_id', '=', school_id)
    .where('t.course_id', '=', course_id)
    .$if(onlyAwaitingReply, (query) => query.where('t.awaits_reply', '=', true))
    .select([
      't.user_id',
      'u.name',
      'u.avatar_upload_id',
      't.messages_count',
      't.awaits_reply',
      't.last_message_at',
    ])
    .select(
      sql<string>`(select m.message from end_of_course_messages m where m.school_id = t.school_id
        and m.course_id = t.course_id and m.user_id = t.user_id order by m.created_at desc, m.id desc limit 1)`.as(
        'last_message',
      ),
    )
}

export async function listEndOfCourseMessages(
  ctx: Ctx,
  { course_id, student_id, limit, cursor }: Input<typeof contract.listEndOfCourseMessages>,
): Promise<Reply<typeof contract.listEndOfCourseMessages>> {
  ensureAllowed(mayReadThread(ctx.actor, await getCourse(ctx, course_id), student_id))
  const messages = ctx.tx
    .selectFrom('end_of_course_messages as m')
    .innerJoin('users as a', (on) =>
      on.onRef('a.school_id', '=', 'm.school_id').onRef('a.id', '=', 'm.author_id'),
    )
    .where('m.school_id', '=', ctx.school_id)
    .where('m.course_id', '=', course_id)
    .where('m.user_id', '=', student_id)
    .select(['m.id', 'm.message', 'm.author_id', 'a.name as author_name', 'm.created_at'])
  const page = await paginateByKeyset(messages, {
    by: ['m.created_at', 'm.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const data = page.data.map(({ author_id, author_name, ...row }) => ({
    ...row,
    author: { id: author_id, name: author_name },
    by_student: author_id === student_id,
  }))
  return { ...page, data }
}

export async function getCourse({ tx, school_id }: Ctx, id: string) {
  const course = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'course_name', 'course_teacher_id', 'created_by'])
    .executeTakeFirst()
  return ensureFound(course)
}
