import { sql } from 'kysely'
import type { Ctx } from '#platform/context.ts'
import type { Input } from '#platform/route.ts'
import type { Cited } from './answer.ts'
import type * as contract from './contract.ts'
import { recommend, type AskedFacts, type TopicFacts } from './recommend.ts'
import { outlineFor } from './sources.ts'

/** What was asked longer ago is understood by now, or will not be by looking again. */
const askedDays = 21
const mostAsked = 100

export async function recommendTopics(
  ctx: Ctx,
  { course_id, topic, creator_preview }: Input<typeof contract.recommendTopics>,
) {
  const outline = await outlineFor(ctx, { course_id, creator_preview })
  const topics = outline.lessons.flatMap((lesson) =>
    lesson.contents
      .filter((content) => content.is_published)
      .map((content): TopicFacts => ({
        content_id: content.id,
        title: content.title,
        lesson_title: lesson.title,
        type: content.type,
        is_open: content.lock_reason === null,
        is_optional: content.is_optional,
        is_new: 'is_new' in content && content.is_new === true,
        is_completed: content.completed_at !== null,
        opened_at: content.opened_at,
        position_seconds: content.position_seconds,
        waits_for: ('lock' in content && content.lock?.opens_after?.id) || null,
      })),
  )
  const data = recommend({
    topics,
    asked: await recentlyAsked(ctx, course_id),
    here: topic ?? null,
    ends_at: outline.enrolment?.student_approval_end_date ?? null,
    now: ctx.now,
  })
  return { data }
}

async function recentlyAsked({ tx, school_id, actor, now }: Ctx, course_id: string): Promise<AskedFacts[]> {
  const rows = await tx
    .selectFrom('assistant_questions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('course_id', '=', course_id)
    .where('asked_at', '>', new Date(now.getTime() - askedDays * 86_400_000))
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostAsked)
    .select(['state', sql<Cited[]>`citations`.as('citations')])
    .execute()
  return rows.map(({ state, citations }) => ({
    // What comes first is what the question was about.
    content_ids: citations.slice(0, 1).map(({ content_id }) => content_id),
    was_no_help: state === 'wrong',
  }))
}
