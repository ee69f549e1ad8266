import { listWaitingAnswers } from '#assessments/index.ts'
import { listUnansweredQuestions } from '#assistant/index.ts'
import { listUnpublishedCourses, listUnpublishedWork } from '#courses/index.ts'
import { listFailedDomains } from '#custom-domains/index.ts'
import { listWaitingMessages } from '#end-of-course-messages/index.ts'
import { selectStuckStudents } from '#learning/index.ts'
import type { Reply } from '#platform/contract/route.ts'
import { listFailedImports } from '#student-imports/index.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { listDisabledEndpoints } from '#webhooks/index.ts'
import type * as contract from './contract.ts'
import { countUpTo } from './get-school-overview.ts'

type Home = Reply<typeof contract.getStaffHome>
type Task = Home['tasks'][number]

/** Tasks of one kind that the page lists one by one. */
const maxPerKind = 5

/** Returns the open tasks of the actor: people who wait first, then failures, then unfinished work. */
export async function listTasks(ctx: Ctx, overview: Home['overview']): Promise<Task[]> {
  return [
    ...listOf('join_requests', overview.pending_enrolments_count),
    ...listOf('awaiting_teachers', overview.awaiting_teachers_count),
    ...listOf('attention_orders', overview.attention_orders_count),
    ...(await listWaitingAnswers(ctx, maxPerKind)).map(({ assessment_id, name, count, since }) =>
      one('answers_to_mark', { id: assessment_id, name }, { count, since }),
    ),
    ...(await listWaitingMessages(ctx, maxPerKind)).map((course) => inCourse('waiting_messages', course)),
    ...(isAdmin(ctx.actor) ? await listFailures(ctx) : []),
    ...(await listUnansweredQuestions(ctx, maxPerKind)).map((course) =>
      inCourse('unanswered_questions', course),
    ),
    ...listOf('stuck_students', await countStuckStudents(ctx)),
    ...(await listUnpublishedWork(ctx, maxPerKind)).map((course) =>
      inCourse('unpublished_work', { ...course, since: course.updated_at }),
    ),
    ...(await listUnpublishedCourses(ctx, maxPerKind)).map((course) =>
      inCourse('unpublished_course', { ...course, since: course.updated_at }),
    ),
  ]
}

const listOf = (kind: Task['kind'], count: number): Task[] =>
  count > 0 ? [{ kind, count, subject: null, since: null }] : []

const one = (
  kind: Task['kind'],
  subject: NonNullable<Task['subject']>,
  { count = 1, since }: { count?: number; since: Date },
): Task => ({ kind, count, subject, since })

interface CourseTask {
  course_id: string
  course_name: string
  count: number
  since: Date
}

const inCourse = (kind: Task['kind'], { course_id, course_name, count, since }: CourseTask) =>
  one(kind, { id: course_id, name: course_name }, { count, since })

async function countStuckStudents(ctx: Ctx) {
  const { count } = await ctx.tx
    .selectNoFrom([countUpTo(selectStuckStudents(ctx)).as('count')])
    .executeTakeFirstOrThrow()
  return count
}

async function listFailures(ctx: Ctx): Promise<Task[]> {
  const domains = await listFailedDomains(ctx, maxPerKind)
  const endpoints = await listDisabledEndpoints(ctx)
  const imports = await listFailedImports(ctx, maxPerKind)
  return [
    ...domains.map(({ id, domain, failing_since, created_at }) =>
      one('failed_domain', { id, name: domain }, { since: failing_since ?? created_at }),
    ),
    ...endpoints.slice(0, maxPerKind).map(({ id, url, failing_since, updated_at }) =>
      // The path of a webhook may contain a secret.
      one('disabled_webhook', { id, name: new URL(url).host }, { since: failing_since ?? updated_at }),
    ),
    ...imports.map(({ id, file_name, created_at }) =>
      one('failed_import', { id, name: file_name }, { since: created_at }),
    ),
  ]
}
