import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Maximum number of notes per file. */
export const maxNotesInPart = 500
/** Maximum characters per file: twice as many took 900 MB and half a minute as a PDF. */
const maxTextInPart = 400_000

interface SizedNote {
  id: string
  length: number
}

/** Note ids for each file of an export: consecutive notes up to the limits, at least one. */
export function splitIntoParts(notes: SizedNote[]): string[][] {
  const parts: string[][] = []
  let text = 0
  for (const { id, length } of notes) {
    const part = parts.at(-1)
    text += length
    if (part && part.length < maxNotesInPart && text <= maxTextInPart) part.push(id)
    else {
      parts.push([id])
      text = length
    }
  }
  return parts
}

/** Lists notes in reading order: by course, outline position, and position within the content. */
export async function listNotesForExport(ctx: Ctx, course_id?: string): Promise<SizedNote[]> {
  const rows = await selectNotes(ctx, course_id)
  const lastPosition = Number.MAX_SAFE_INTEGER
  const keys = rows.map((row) => ({
    ...row,
    outline: [row.lesson ?? lastPosition, row.content ?? lastPosition],
    within: row.at_seconds ?? row.quote_start ?? -1,
  }))
  const names = latestCourseNames(rows)
  const byName = new Intl.Collator('en')
  return keys
    .toSorted(
      (a, b) =>
        byName.compare(names.get(a.course_id)!.name, names.get(b.course_id)!.name) ||
        compare(a.course_id, b.course_id) ||
        a.outline[0]! - b.outline[0]! ||
        a.outline[1]! - b.outline[1]! ||
        compare(a.content_id, b.content_id) ||
        a.within - b.within ||
        a.created_at.getTime() - b.created_at.getTime() ||
        compare(a.id, b.id),
    )
    .map(({ id, length }) => ({ id, length }))
}

/** The actor's notes in one course, or in all, with the positions of their lesson and content. */
const selectNotes = ({ tx, school_id, actor }: Ctx, course_id: string | undefined) =>
  tx
    .selectFrom('notes as n')
    .leftJoin('contents as t', (on) =>
      on.onRef('t.school_id', '=', 'n.school_id').onRef('t.id', '=', 'n.content_id'),
    )
    .leftJoin('lessons as l', (on) =>
      on.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
    )
    .where('n.school_id', '=', school_id)
    .where('n.user_id', '=', actor.id)
    .$if(course_id !== undefined, (notes) => notes.where('n.course_id', '=', course_id!))
    .select(['n.id', 'n.course_name', 'n.course_id', 'n.content_title', 'n.content_id', 'n.created_at'])
    .select(sql<number>`length(n.note)`.as('length'))
    .select(['n.at_seconds', 'n.quote_start', 'l.position as lesson', 't.position as content'])
    .execute()

/** A renamed course gets the name of its latest note. */
function latestCourseNames(notes: Awaited<ReturnType<typeof selectNotes>>) {
  const names = new Map<string, { name: string; at: Date }>()
  for (const { course_id: id, course_name: name, created_at: at } of notes)
    if (!names.has(id) || names.get(id)!.at < at) names.set(id, { name, at })
  return names
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
