import { findUnreleasedResults } from '#assessments/index.ts'
import {
  findEnrolment,
  getCourseRules,
  nameOrEmailContains,
  selectApprovedStudents,
} from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { loadGradebook, loadGrades } from './queries.ts'
import { totalsOf } from './totals-of.ts'

export async function getGradebook(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getGradebook>,
): Promise<Reply<typeof contract.getGradebook>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  return loadGradebook(ctx, course_id)
}

/** One page of students with grades and totals: three queries, whatever the size of the course. */
export async function listGrades(
  ctx: Ctx,
  { course_id, search, limit, cursor }: Input<typeof contract.listGrades>,
): Promise<Reply<typeof contract.listGrades>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  const book = await loadGradebook(ctx, course_id)
  const students = selectApprovedStudents(ctx, course_id)
    .$if(Boolean(search?.trim()), (query) => query.where(nameOrEmailContains(search!)))
    .select(['u.id as student_id', 'u.name', 'u.email'])
  const { data, next_cursor } = await paginateByKeyset(
    ctx.tx.selectFrom(students.as('student')).selectAll(),
    {
      by: ['name', 'student_id'],
      direction: 'asc',
      key: (row) => [row.name, row.student_id],
      limit,
      cursor,
    },
  )
  const grades = await loadGrades(
    ctx,
    course_id,
    data.map(({ student_id }) => student_id),
  )
  return {
    data: data.map((student) => {
      const own = grades.get(student.student_id) ?? []
      return { ...student, grades: own, ...totalsOf(book, own) }
    }),
    next_cursor,
  }
}

export async function getGradeHistory(
  ctx: Ctx,
  { course_id, student_id, item_id }: Input<typeof contract.getGradeHistory>,
): Promise<Reply<typeof contract.getGradeHistory>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  let query = ctx.tx
    .selectFrom('grade_history as h')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'h.school_id').onRef('u.id', '=', 'h.changed_by'),
    )
    .where('h.school_id', '=', ctx.school_id)
    .where('h.course_id', '=', course_id)
    .where('h.user_id', '=', student_id)
    .select(['h.item_id', 'h.points', 'h.is_excused', 'h.is_late', 'h.is_result', 'h.reason'])
    .select(['h.changed_by', 'h.changed_at', 'u.name as changed_by_name'])
  if (item_id) query = query.where('h.item_id', '=', item_id)
  const changes = await query.orderBy('h.changed_at', 'desc').orderBy('h.id', 'desc').limit(200).execute()
  return { changes }
}

/**
 * Before the release, a student learns nothing of the gradebook, not even that it exists. Results of assessments count
 * once they are released themselves.
 */
export async function getMyGrades(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getMyGrades>,
): Promise<Reply<typeof contract.getMyGrades>> {
  await getCourseRules(ctx, course_id)
  const enrolment = await findEnrolment(ctx, course_id, ctx.actor.id!)
  if (!enrolment || enrolment.status === 'removed') throw new Refusal('not_enrolled')
  const book = await loadGradebook(ctx, course_id)
  if (!book.is_released) return { course_id, ...nothing }
  const { scale, categories, items } = book
  const stored = (await loadGrades(ctx, course_id, [ctx.actor.id!])).get(ctx.actor.id!) ?? []
  const unreleased = await findUnreleasedResults(
    ctx,
    items.flatMap(({ assessment_id }) => assessment_id ?? []),
  )
  const hidden = new Set(
    items.flatMap(({ id, assessment_id }) => (assessment_id && unreleased.has(assessment_id) ? [id] : [])),
  )
  const grades = stored.filter(({ item_id, is_override }) => is_override || !hidden.has(item_id))
  return { course_id, is_released: true, scale, categories, items, grades, ...totalsOf(book, grades) }
}

const nothing = {
  is_released: false,
  scale: [],
  categories: [],
  items: [],
  grades: [],
  total_percent: null,
  total_with_missing: null,
  grade_label: null,
}
