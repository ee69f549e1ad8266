import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { publicCourseView, staffCourseFields } from '../catalogue/course-view.ts'
import { findCourseForPage } from '../queries.ts'

/** A course for its editor. */
export async function courseEditorView(ctx: Ctx, id: string) {
  const row = ensureFound(await findCourseForPage(ctx, id))
  return { ...publicCourseView(row, ctx), ...staffCourseFields(row) }
}
