import { findPeople } from '#accounts/index.ts'
import { findLessons } from '#content-chunks/index.ts'
import { findCourses } from '#courses/index.ts'
import { findTaughtStudents } from '#learning/index.ts'
import { listNotes } from '#notes/index.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { htmlToText } from '#platform/security/sanitize-rich-text.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { excerpt } from './excerpt.ts'

/** Results of each kind. */
const limit = 5
/** Fewer letters fit too much of everything. */
const minLetters = 2

/** Each domain finds its own things under its own access rules; the statements share one transaction. */
export async function search(
  ctx: Ctx,
  { q = '' }: Input<typeof contract.search>,
): Promise<Reply<typeof contract.search>> {
  const query = q.trim()
  const suggests = query === ''
  if (!suggests && query.length < minLetters) return { courses: [], lessons: [], people: [], notes: [] }
  const searchInput = { query, limit }
  const [courses, lessons, people, students, notes] = await Promise.all([
    findCourses(ctx, searchInput),
    suggests ? [] : findLessons(ctx, searchInput),
    suggests ? [] : findPeople(ctx, searchInput),
    suggests ? [] : findTaughtStudents(ctx, searchInput),
    suggests ? [] : findNotes(ctx, searchInput),
  ])
  return {
    courses,
    lessons: lessons.map((one) => ({ ...one, text: one.text && excerpt(one.text, query) })),
    people: [...people, ...students],
    notes,
  }
}

async function findNotes(ctx: Ctx, { query, limit: max }: { query: string; limit: number }) {
  const { data } = await listNotes(ctx, { q: query, limit: max })
  return data.map(({ note, quote, ...anchor }) => ({
    ...anchor,
    text: excerpt(htmlToText(note) || (quote?.exact ?? ''), query),
  }))
}
