import { sql, type Expression, type RawBuilder } from 'kysely'
import { approvalStatusSql } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'

type Overview = Reply<typeof contract.getSchoolOverview>

export async function getSchoolOverview(ctx: Ctx): Promise<Overview> {
  const { tx } = ctx
  const courses = coursesOf(ctx)
  const published = courses.where('c.course_is_public', '=', true)
  const enrolments = enrolmentsOf(ctx)
  const waiting = peopleOf(ctx, 'teacher').where('u.status', '=', 'awaiting_acceptance')
  const students = isAdmin(ctx.actor)
    ? peopleOf(ctx, 'student').where('u.status', '=', 'active').select('u.id')
    : enrolments
        .where('e.status', '=', 'approved')
        .where(approvalStatusSql(ctx.now), '=', 'approved')
        .select('e.user_id as id')
        .distinct()
  const counts = await tx
    .selectNoFrom([
      counted(courses.select('c.id')).as('courses_count'),
      counted(published.select('c.id')).as('public_courses_count'),
      counted(students).as('students_count'),
      counted(enrolments.where('e.status', '=', 'pending').select('e.user_id as id')).as(
        'pending_enrolments_count',
      ),
      (isAdmin(ctx.actor) ? counted(waiting.select('u.id')) : sql<number>`0`).as('awaiting_teachers_count'),
    ])
    .executeTakeFirstOrThrow()
  return counts
}

interface Rows {
  limit(max: number): Expression<unknown>
}

/** Stops at `most`, so that the cost does not depend on the size of the school. */
const counted = (rows: Rows, max = 1_000): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (${rows.limit(max)}) as n)`

function coursesOf({ tx, school_id, actor }: Ctx) {
  const courses = tx
    .selectFrom('courses as c')
    .where('c.school_id', '=', school_id)
    .where('c.deleted_at', 'is', null)
  if (isAdmin(actor)) return courses
  return courses.where((eb) =>
    eb.or([eb('c.course_teacher_id', '=', actor.id), eb('c.created_by', '=', actor.id)]),
  )
}

function enrolmentsOf(ctx: Ctx) {
  return coursesOf(ctx)
    .innerJoin('enrolments as e', (on) =>
      on.onRef('e.school_id', '=', 'c.school_id').onRef('e.course_id', '=', 'c.id'),
    )
    .where('e.school_id', '=', ctx.school_id)
}

const peopleOf = ({ tx, school_id }: Ctx, role: string) =>
  tx.selectFrom('users as u').where('u.school_id', '=', school_id).where('u.role', '=', role)
