import { sql } from 'kysely'
import { mayEditCourse } from '#courses/index.ts'
import { findEnrolment } from '#learning/index.ts'
import { notify } from '#notifications/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { publishEvent } from '#webhooks/index.ts'
import type * as contract from './contract.ts'
import { getCourse } from './list-messages.ts'
import { mayHaveThread } from './policy.ts'

export async function sendEndOfCourseMessage(
  ctx: Ctx,
  { course_id, message }: Input<typeof contract.sendEndOfCourseMessage>,
): Promise<Reply<typeof contract.sendEndOfCourseMessage>> {
  const course = await getCourse(ctx, course_id)
  ensureAllowed(mayHaveThread(await findEnrolment(ctx, course_id, ctx.actor.id)))
  const written = await write(ctx, { course_id, student_id: ctx.actor.id, message })
  await notify(ctx, {
    user_id: course.course_teacher_id ?? course.created_by,
    kind: 'end_of_course_message',
    data: {
      course_id,
      course_name: course.course_name,
      student_id: ctx.actor.id,
      student_name: ctx.actor.name,
    },
  })
  return written
}

export async function replyToEndOfCourseMessage(
  ctx: Ctx,
  { course_id, student_id, message }: Input<typeof contract.replyToEndOfCourseMessage>,
): Promise<Reply<typeof contract.replyToEndOfCourseMessage>> {
  const course = await getCourse(ctx, course_id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  ensureAllowed(mayHaveThread(await findEnrolment(ctx, course_id, student_id)))
  const written = await write(ctx, { course_id, student_id, message })
  await notify(ctx, {
    user_id: student_id,
    kind: 'end_of_course_reply',
    data: { course_id, course_name: course.course_name },
  })
  return written
}

interface Said {
  course_id: string
  student_id: string
  message: string
}

/** Locks the thread's row first, which keeps its last message and count correct. */
async function write(ctx: Ctx, { course_id, student_id, message }: Said) {
  const { tx, school_id, actor, now } = ctx
  const by_student = actor.id === student_id
  const thread = { school_id, course_id, user_id: student_id, last_message_at: now, awaits_reply: by_student }
  await tx
    .insertInto('end_of_course_threads')
    .values({ ...thread, messages_count: 1 })
    .onConflict((oc) =>
      oc.columns(['school_id', 'course_id', 'user_id']).doUpdateSet({
        last_message_at: sql`greatest(end_of_course_threads.last_message_at, excluded.last_message_at)`,
        awaits_reply: sql`excluded.awaits_reply`,
        messages_count: sql`end_of_course_threads.messages_count + 1`,
      }),
    )
    .execute()
  const row = {
    school_id,
    id: newId(),
    course_id,
    user_id: student_id,
    author_id: actor.id,
    message: message.trim(),
    created_at: now,
  }
  await tx.insertInto('end_of_course_messages').values(row).execute()
  const author = { id: actor.id, name: actor.name }
  await publishEvent(ctx, {
    type: 'end_of_course_message.posted',
    object: `end_of_course/${course_id}/${student_id}`,
    data: { id: row.id, course_id, student_id, author_id: actor.id, by_student, message: row.message },
  })
  return { id: row.id, message: row.message, author, by_student, created_at: now }
}
