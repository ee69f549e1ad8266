import { sql } from 'kysely'
import { isEntitledSql } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { EnrolmentState } from '#courses/index.ts'
import type { NoteAnchor } from './policy.ts'

const courseColumns = [
  'c.course_teacher_id',
  'c.created_by',
  'c.course_is_public',
  'c.is_coming_soon',
  'c.show_content_title_to_unapproved',
  'c.course_start_date',
  'c.allow_early_access',
  'c.course_end_date',
  'c.unapprove_all_students_on_end_date',
  'e.status as enrolment_status',
  'e.student_approval_end_date',
  't.is_published',
] as const

/** A content of this course, or of the course that it mirrors, with the actor's enrolment. */
export function findContentInCourse(
  { tx, school_id, actor, now }: Ctx,
  course_id: string,
  content_id: string,
) {
  return tx
    .selectFrom('courses as c')
    .innerJoin('contents as t', (on) =>
      on
        .onRef('t.school_id', '=', 'c.school_id')
        .on('t.course_id', '=', sql<string>`coalesce(c.mirror_course_id, c.id)`)
        .on('t.id', '=', content_id),
    )
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'c.school_id')
        .onRef('e.course_id', '=', 'c.id')
        .on('e.user_id', '=', actor.id),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', course_id)
    .where('c.deleted_at', 'is', null)
    .select(courseColumns)
    .select(isEntitledSql('e', now).as('is_entitled'))
    .select(['c.course_name', 't.title as content_title'])
    .executeTakeFirst()
}

/** The actor's notes, with courses and contents, which may be deleted. */
export function selectOwnNotes({ tx, school_id, actor, now }: Ctx) {
  return tx
    .selectFrom('notes as n')
    .leftJoin('courses as c', (on) =>
      on
        .onRef('c.school_id', '=', 'n.school_id')
        .onRef('c.id', '=', 'n.course_id')
        .on('c.deleted_at', 'is', null),
    )
    .leftJoin('contents as t', (on) =>
      on.onRef('t.school_id', '=', 'n.school_id').onRef('t.id', '=', 'n.content_id'),
    )
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'n.school_id')
        .onRef('e.course_id', '=', 'n.course_id')
        .onRef('e.user_id', '=', 'n.user_id'),
    )
    .where('n.school_id', '=', school_id)
    .where('n.user_id', '=', actor.id)
    .select(['n.id', 'n.course_id', 'n.content_id', 'n.note', 'n.at_seconds', 'n.quote', 'n.quote_prefix'])
    .select(['n.quote_suffix', 'n.quote_start', 'n.created_at', 'n.updated_at', 'c.id as live_course_id'])
    .select(['n.course_name as kept_course_name', 'n.content_title as kept_content_title'])
    .select(['c.course_name as live_course_name', 't.title as live_content_title', 't.id as live_content_id'])
    .select(courseColumns)
    .select(isEntitledSql('e', now).as('is_entitled'))
}
export type NoteRow = Awaited<ReturnType<ReturnType<typeof selectOwnNotes>['executeTakeFirstOrThrow']>>

type CourseRow = Pick<
  NoteRow,
  | 'course_teacher_id'
  | 'created_by'
  | 'course_is_public'
  | 'is_coming_soon'
  | 'show_content_title_to_unapproved'
  | 'course_start_date'
  | 'allow_early_access'
  | 'course_end_date'
  | 'unapprove_all_students_on_end_date'
  | 'enrolment_status'
  | 'student_approval_end_date'
  | 'is_entitled'
  | 'is_published'
>

/** Input of the policy. The joined rows must exist. */
export function noteAnchorFromRow(row: CourseRow): NoteAnchor {
  const enrolment: EnrolmentState | null =
    row.enrolment_status === null
      ? null
      : {
          status: row.enrolment_status as EnrolmentState['status'],
          student_approval_end_date: row.student_approval_end_date,
          is_entitled: row.is_entitled,
        }
  return {
    course: {
      course_teacher_id: row.course_teacher_id,
      created_by: row.created_by!,
      course_is_public: row.course_is_public!,
      is_coming_soon: row.is_coming_soon!,
      show_content_title_to_unapproved: row.show_content_title_to_unapproved!,
      course_start_date: row.course_start_date,
      allow_early_access: row.allow_early_access!,
      course_end_date: row.course_end_date,
      unapprove_all_students_on_end_date: row.unapprove_all_students_on_end_date!,
    },
    enrolment,
    is_published: row.is_published!,
  }
}

/** Locked until commit, so that the second of two devices sees the first one's change. */
export function lockOwnNote({ tx, school_id, actor }: Ctx, id: string) {
  return tx
    .selectFrom('notes')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}
