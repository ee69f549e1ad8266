import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { enrolmentFromRow, publicCourseView, staffCourseFields } from './course-view.ts'
import { withSales } from './current-sale.ts'
import { approvalMode, isApprovedNow, isFreePreview, maySeeCourse } from '../policy.ts'
import { findCourseForPage, getPublicOutline, listRelatedCourses } from '../queries.ts'
import type { ContentType } from '../shapes.ts'

const maxRelated = 6

export async function getCourseDetails(ctx: Ctx, { id }: Input<typeof contract.getCourseDetails>) {
  const row = ensureFound(await findCourseForPage(ctx, id))
  const enrolment = enrolmentFromRow(row)
  ensureAllowed(maySeeCourse(ctx.actor, row, enrolment))

  const course = publicCourseView(row, ctx)
  const outline = await getPublicOutline(ctx, row.mirror_course_id ?? row.id)
  const showsTitles =
    row.show_content_title_to_unapproved || course.may_edit || isApprovedNow(row, enrolment, ctx.now)
  return {
    ...course,
    ...(course.may_edit && staffCourseFields(row)),
    approval: approvalMode({
      ...row,
      plan_name: ctx.school!.plan_name,
      allow_manual_student_approval: ctx.school!.allow_manual_student_approval,
    }),
    ...(row.price > 0 && { payment_instructions: ctx.school!.payment_instructions }),
    lessons: lessonsOf(outline, { showsTitles, isFree: (content) => isFreePreview(row, content, ctx.now) }),
    related_courses: row.hide_related_courses
      ? []
      : withSales(ctx, { data: await listRelatedCourses(ctx, row, maxRelated) }).data,
  }
}

type OutlineRow = Awaited<ReturnType<typeof getPublicOutline>>[number]

interface Shown {
  showsTitles: boolean
  isFree: (content: OutlineRow) => boolean
}

/** Groups ordered rows by lesson. The number of contents is visible even if their titles are not. */
function lessonsOf(rows: OutlineRow[], { showsTitles, isFree }: Shown) {
  const lessons = new Map<string, ReturnType<typeof emptyLesson>>()
  for (const row of rows) {
    const lesson = lessons.get(row.lesson_id) ?? emptyLesson(row)
    lessons.set(row.lesson_id, lesson)
    if (row.id === null) continue
    lesson.contents_count += 1
    const is_free_preview = isFree(row)
    if (showsTitles || is_free_preview) lesson.contents.push(publicContent(row, is_free_preview))
  }
  return [...lessons.values()]
}

const emptyLesson = (row: OutlineRow) => ({
  id: row.lesson_id,
  title: row.lesson_title,
  contents_count: 0,
  contents: [] as ReturnType<typeof publicContent>[],
})

const publicContent = (
  { id, type, title, duration_seconds, is_locked }: OutlineRow,
  is_free_preview: boolean,
) => ({
  id: id!,
  type: type as ContentType,
  title: title!,
  duration_seconds,
  is_locked: is_locked!,
  is_free_preview,
})
