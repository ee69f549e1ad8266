import type { ContentAssessment } from '../content-assessments.ts'
import { publishedAudience } from '../publishing/content-view.ts'
import { findLock, fulfils, type LockException } from './locks.ts'
import type { Access } from '../policy.ts'
import type { OutlineRow, ReadText } from './reading-queries.ts'
import type { ContentType } from '../shapes.ts'

export interface OutlineReader {
  access: Access
  /** Staff in preview: only locks by staff and date apply. */
  preview: boolean
  enable_tiering: boolean
  tier: number | null
  approved_at: Date | null
  course_completed_at: Date | null
  now: Date
  exceptions: readonly LockException[]
  /** Texts that differ for this reader. */
  texts: ReadonlyMap<string, ReadText & { has_changes?: boolean }>
  /** For editors. */
  assessments: ReadonlyMap<string, ContentAssessment>
}

export type OutlineContent = ReturnType<typeof outlineContent>
export type OutlineLesson = ReturnType<typeof outlineLesson>

/** Groups ordered rows by lesson. Nothing is locked for editors. */
export function outlineView(rows: OutlineRow[], reader: OutlineReader): OutlineLesson[] {
  const lessons: OutlineLesson[] = []
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    let lesson = lessons.at(-1)
    if (lesson?.id !== row.lesson_id) {
      lesson = outlineLesson(row)
      lessons.push(lesson)
    }
    if (row.id === null) continue
    // A prerequisite that students cannot see is ignored.
    const before = row.opens_after_content_id ? byId.get(row.opens_after_content_id) : undefined
    lesson.contents.push(outlineContent(row, before, reader))
  }
  return lessons
}

const outlineLesson = (row: OutlineRow) => ({
  id: row.lesson_id,
  title: row.lesson_title,
  position: row.lesson_position,
  lowest_tier: row.lesson_tier,
  updated_at: row.lesson_updated_at,
  contents: [] as OutlineContent[],
})

/** If the id is set, all columns of the left join are. */
function outlineContent(row: OutlineRow, before: OutlineRow | undefined, reader: OutlineReader) {
  const text = reader.texts.get(row.id!)
  const { lock, lock_reason } = lockFor(row, before, reader)
  return {
    id: row.id!,
    lesson_id: row.lesson_id,
    type: row.type as ContentType,
    title: text?.title ?? row.title!,
    /** 0 for the version for everybody; an editor reads drafts, which only editors see. */
    reads_version: text?.number ?? 0,
    position: row.position!,
    duration_seconds: text ? text.duration_seconds : row.duration_seconds,
    is_published: row.is_published!,
    is_locked: row.is_locked!,
    is_optional: row.is_optional!,
    is_free_preview: row.is_free_preview!,
    updated_at: row.updated_at!,
    lock_reason,
    ...(lock && { lock }),
    ...(isNew(row, reader) && { is_new: true }),
    ...(reader.access === 'edit' && {
      has_changes: text?.has_changes ?? false,
      published_for: publishedAudience(row),
      opening: {
        opens_at: row.opens_at,
        opens_after_days: row.opens_after_days,
        opens_after_content_id: row.opens_after_content_id,
        opens_after_score: row.opens_after_score,
        lowest_tier: row.lowest_tier,
      },
      ...(row.type === 'assessment' && { assessment: reader.assessments.get(row.id!) ?? null }),
    }),
    opened_at: row.opened_at,
    completed_at: row.completed_at,
    position_seconds: row.position_seconds ?? 0,
  }
}

const open = { lock: null, lock_reason: null }

function lockFor(row: OutlineRow, before: OutlineRow | undefined, reader: OutlineReader) {
  if (reader.access === 'edit') return open
  const has_open_prerequisite =
    before !== undefined && !reader.preview && !fulfils(before, row.opens_after_score)
  const tier = reader.preview ? Infinity : reader.tier
  const lockable = {
    ...row,
    id: row.id!,
    is_locked: row.is_locked!,
    lowest_tier: Math.max(row.lowest_tier ?? 0, row.lesson_tier ?? 0) || null,
    has_open_prerequisite,
  }
  const approved_at = reader.preview ? null : reader.approved_at
  const lock = findLock(lockable, { ...reader, tier, approved_at })
  if (!lock) return open
  const { reason, opens_at, lowest_tier } = lock
  const opens_after =
    lock.has_open_prerequisite && before
      ? {
          id: before.id!,
          title: reader.texts.get(before.id!)?.title ?? before.title!,
          score: row.opens_after_score,
        }
      : null
  return { lock: { opens_at, opens_after, lowest_tier }, lock_reason: reason }
}

/** Added after this student completed the course, and not opened yet. */
const isNew = (row: OutlineRow, { course_completed_at }: OutlineReader) =>
  course_completed_at !== null &&
  row.opened_at === null &&
  row.published_at !== null &&
  row.published_at > course_completed_at
