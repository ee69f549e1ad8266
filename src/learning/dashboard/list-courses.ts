import { sql } from 'kysely'
import { isEntitledSql, mayLearn } from '#course-access/index.ts'
import { studentTitles } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { getCourseProgress } from '../progress/get-course-progress.ts'
import type { EnrolmentStatus } from '../enrolments/enrolment.ts'
import { getStudent } from '../enrolments/student-queries.ts'
import { mayReadStudent } from '../policy.ts'
import { effectiveStatusSql } from '../queries.ts'

interface Options {
  limit: number | undefined
  cursor: string | undefined
  status?: EnrolmentStatus | undefined
}

export function listMyCourses(ctx: Ctx, input: Input<typeof contract.listMyCourses>) {
  return coursesOf(ctx, ctx.actor.id, { status: undefined, limit: undefined, cursor: undefined, ...input })
}

export async function listStudentCourses(
  ctx: Ctx,
  { student_id, limit, cursor }: Input<typeof contract.listStudentCourses>,
): Promise<Reply<typeof contract.listStudentCourses>> {
  ensureAllowed(mayReadStudent(ctx.actor, student_id))
  await getStudent(ctx, student_id)
  return coursesOf(ctx, student_id, { limit, cursor })
}

async function coursesOf(ctx: Ctx, user_id: string, { status, limit, cursor }: Options) {
  const page = await paginateByKeyset(enrolments(ctx, user_id, status), {
    by: ['active_at', 'course_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.active_at, row.course_id],
  })
  const course_ids = page.data.map((row) => row.course_id)
  const progress = await getCourseProgress(ctx, { course_ids, user_ids: [user_id] })
  const titleOf = await studentTitles(
    ctx,
    page.data.flatMap(({ topic_id, approved_at }) =>
      topic_id ? [{ content_id: topic_id, approved_at }] : [],
    ),
  )
  const data = page.data.map((row) => {
    const access = mayLearn(row, { ...row, status: row.stored_status as EnrolmentStatus }, ctx.now)
    const image = row.preview_image ?? row.background_image ?? row.banner_image
    return {
      ...row,
      image_url: image && publicMediaUrl(image),
      no_access_reason: access.allowed ? null : (access.code as 'not_enrolled'),
      progress: progress(row.course_id, user_id),
      continue_at: row.topic_id
        ? {
            topic_id: row.topic_id,
            title: titleOf({ content_id: row.topic_id, approved_at: row.approved_at }, row.topic_title!),
            type: row.topic_type!,
            position_seconds: row.position_seconds ?? 0,
          }
        : null,
    }
  })
  return { data, next_cursor: page.next_cursor }
}

/** A student's courses as rows. Removed ones only on request, or for staff. */
function enrolments(ctx: Ctx, user_id: string, status: EnrolmentStatus | undefined) {
  const { tx, school_id, actor } = ctx
  const courses = tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .leftJoin('users as t', (on) =>
      on.onRef('t.school_id', '=', 'c.school_id').onRef('t.id', '=', 'c.course_teacher_id'),
    )
    .leftJoin('contents as k', (on) =>
      on
        .onRef('k.school_id', '=', 'e.school_id')
        .onRef('k.id', '=', 'e.last_topic_id')
        .on('k.is_published', '=', true),
    )
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 'e.school_id')
        .onRef('p.user_id', '=', 'e.user_id')
        .onRef('p.content_id', '=', 'e.last_topic_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.user_id', '=', user_id)
    .where('c.deleted_at', 'is', null)
    .$if(actor.role === 'teacher', (query) =>
      query.where(({ or, eb }) =>
        or([eb('c.course_teacher_id', '=', actor.id), eb('c.created_by', '=', actor.id)]),
      ),
    )
    .$if(status !== undefined, (query) => query.where(effectiveStatusSql(ctx.now), '=', status!))
    .$if(status === undefined && actor.id === user_id, (query) => query.where('e.status', '<>', 'removed'))
    .select([
      'e.course_id',
      effectiveStatusSql(ctx.now).as('status'),
      'e.status as stored_status',
      isEntitledSql('e', ctx.now).as('is_entitled'),
      'e.tier',
      'e.student_approval_end_date',
      'e.created_at',
      'e.approved_at',
      'e.last_opened_at',
      'e.completed_at',
      'c.course_name',
      'c.short_description',
      'c.background_image',
      'c.banner_image',
      'c.preview_image',
      'c.is_coming_soon',
      'c.course_start_date',
      'c.allow_early_access',
      'c.course_end_date',
      'c.unapprove_all_students_on_end_date',
      't.name as course_teacher_name',
      'k.id as topic_id',
      'k.title as topic_title',
      'k.type as topic_type',
      'p.position_seconds',
      sql<Date>`coalesce(e.last_opened_at, e.created_at)`.as('active_at'),
    ])
  return tx.selectFrom(courses.as('place')).selectAll()
}
