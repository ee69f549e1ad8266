import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'

/** Placements for all students of a file. */
export interface PlacementOptions {
  course_ids?: string[]
  group_ids?: string[]
  faculty_ids?: string[]
  student_approval_end_date?: string
  notify?: boolean
  add_immediately?: boolean
}

/** Refuses unknown courses, groups and faculties at their fields. Admins manage the students of every course. */
export async function ensurePlacementOptions(ctx: Ctx, options: PlacementOptions) {
  const { tx, school_id, now } = ctx
  const { course_ids = [], group_ids = [], faculty_ids = [], student_approval_end_date: end } = options
  if (end !== undefined && new Date(end) <= now)
    refuseInvalidField('student_approval_end_date', 'end_date_passed', 'Choose a date in the future.')
  const courses = await idsOf(course_ids, () =>
    tx
      .selectFrom('courses')
      .where('school_id', '=', school_id)
      .where('id', 'in', course_ids)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute(),
  )
  if (courses < course_ids.length)
    refuseInvalidField('course_ids', 'course_unknown', 'There is no such course.')
  const groups = await idsOf(course_ids.length > 0 ? group_ids : [], () =>
    tx
      .selectFrom('course_groups')
      .where('school_id', '=', school_id)
      .where('id', 'in', group_ids)
      .where('course_id', 'in', course_ids)
      .select('id')
      .execute(),
  )
  if (groups < group_ids.length)
    refuseInvalidField('group_ids', 'group_unknown', 'Choose groups of the chosen courses.')
  const faculties = await idsOf(faculty_ids, () =>
    tx
      .selectFrom('faculties')
      .where('school_id', '=', school_id)
      .where('id', 'in', faculty_ids)
      .select('id')
      .execute(),
  )
  if (faculties < faculty_ids.length)
    refuseInvalidField('faculty_ids', 'faculty_unknown', 'There is no such faculty.')
}

const idsOf = async (values: string[], load: () => Promise<unknown[]>) =>
  values.length > 0 ? (await load()).length : 0
