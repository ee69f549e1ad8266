import { getMe } from '#accounts/index.ts'
import { getContentCaptions, getCourseContents } from '#courses/index.ts'
import { listNotes } from '#notes/index.ts'
import { countUnreadNotifications } from '#notifications/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { reviewStateForLearner } from '#reviews/index.ts'
import type * as contract from './contract.ts'
import { maxInitialNotes } from './max-initial-notes.ts'

type Contents = Awaited<ReturnType<typeof getCourseContents>>

/** One transaction instead of seven requests. Shared parts, such as the reader's access, are read once. */
export async function openPlayer(
  ctx: Ctx,
  { page_frame = false, ...input }: Input<typeof contract.openPlayer>,
): Promise<Reply<typeof contract.openPlayer>> {
  const contents = await getCourseContents(ctx, input)
  const { topic } = contents
  const isOpen = topic !== null && topic.lock_reason === null
  const plays = isOpen && (topic.type === 'video' || topic.type === 'audio')
  // Independent queries that share one round trip.
  const [student, captions, notes, user, notifications] = await Promise.all([
    partsOfStudent(ctx, contents),
    plays ? getContentCaptions(ctx, topic.id, input.id) : null,
    isOpen ? listNotes(ctx, { content_id: topic.id, limit: maxInitialNotes }) : null,
    page_frame ? getMe(ctx) : null,
    page_frame ? countUnreadNotifications(ctx) : null,
  ])
  return { contents, ...student, captions, notes, user, notifications }
}

async function partsOfStudent(ctx: Ctx, { access, course, enrolment, progress }: Contents) {
  if (ctx.actor.role !== 'student' || access !== 'learn' || !enrolment) return { access: null, review: null }
  const { student_approval_end_date, status, completed_at } = enrolment
  const { percentage } = progress
  return {
    access: { course_id: course.id, has_access: true, code: null, student_approval_end_date },
    review: await reviewStateForLearner(ctx, course.id, { status, completed_at, percentage }),
  }
}
