import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { enrolmentFromRow } from '../catalogue/course-view.ts'
import { findAssessments } from '../content-assessments.ts'
import { getLockExceptions } from './lock-exceptions.ts'
import { publishedOutlineCache } from './outline-cache.ts'
import { outlineView, type OutlineContent, type OutlineReader } from './outline-view.ts'
import { contentAccess, mayEditCourse, approvalStatus, type Access } from '../policy.ts'
import {
  findCourseForReading,
  selectDraftsForReading,
  selectOutlineRows,
  selectVersionsForReading,
  type OutlineRow,
  type ReadCourse,
  type SharedOutlineRow,
  type StoredProgress,
} from './reading-queries.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import { cachedSafeHtml } from '../cached-safe-html.ts'
import { topicView } from './topic-view.ts'

/**
 * Outline, enrolment and progress as the actor may see them, and one topic in full. Refuses as
 * `contentAccess` decides.
 */
export async function getCourseContents(ctx: Ctx, input: Input<typeof contract.getCourseContents>) {
  const { actor, now } = ctx
  const row = ensureFound(await findCourseForReading(ctx, input.id, input.topic ?? null))
  const enrolment = enrolmentFromRow(row)
  const creator_preview = input.creator_preview === true
  const verdict = contentAccess(actor, { course: row, enrolment, now, creator_preview })
  if (!verdict.allowed) {
    const starts_at = verdict.code === 'course_not_started' ? row.course_start_date : null
    throw new Refusal(
      verdict.code,
      starts_at ? { extra: { starts_at: starts_at.toISOString(), course_name: row.course_name } } : {},
    )
  }

  const { access } = verdict
  const rows = withProgress(await sharedOutline(ctx, row, access), row.stored_progress)
  const reader = await readerOf(ctx, row, { access, preview: creator_preview, rows })
  const lessons = outlineView(rows, reader)
  const contents = lessons.flatMap((lesson) => lesson.contents)
  return {
    course: courseFields(row),
    access,
    may_edit: mayEditCourse(actor, row).allowed,
    enrolment: enrolment && {
      status: approvalStatus(row, enrolment, now),
      tier: row.tier,
      student_approval_end_date: row.student_approval_end_date,
      last_topic_id: row.last_topic_id,
      completed_at: row.course_completed_at,
    },
    lessons,
    progress: progressOf(contents, row.course_completed_at),
    topic: await openTopic(ctx, row, { reader, rows, contents, topic: input.topic }),
  }
}

/** The part that is equal for all readers with this access: cached for students until the version changes. */
function sharedOutline(ctx: Ctx, row: ReadCourse, access: Access): Promise<readonly SharedOutlineRow[]> {
  const course_id = row.mirror_course_id ?? row.id
  if (access === 'edit') return selectOutlineRows(ctx, course_id, { drafts: true })
  const outline = { school_id: ctx.school_id, course_id, version: row.outline_version }
  return publishedOutlineCache.read(outline, () => selectOutlineRows(ctx, course_id, { drafts: false }))
}

function withProgress(
  rows: readonly SharedOutlineRow[],
  stored_progress: StoredProgress[] | null,
): OutlineRow[] {
  const progress = new Map(stored_progress?.map((one) => [one[0], one]))
  return rows.map((row) => {
    const [, opened_at = null, completed_at = null, position_seconds = null, score = null] =
      (row.id !== null && progress.get(row.id)) || []
    return {
      ...row,
      opened_at: instant(opened_at),
      completed_at: instant(completed_at),
      position_seconds,
      score,
    }
  })
}

const instant = (text: string | null) => (text === null ? null : new Date(text))

interface Opening {
  reader: OutlineReader
  rows: OutlineRow[]
  contents: OutlineContent[]
  topic: string | undefined
}

/** The content that the statement included, or the first open one if that one is locked and was not requested. */
async function openTopic(ctx: Ctx, row: ReadCourse, { reader, rows, contents, topic }: Opening) {
  if (reader.access === 'titles') return null
  const isChosen = topic !== undefined || row.last_topic_id !== null
  const brought = contents.find((content) => content.id === row.topic_id)
  if (brought && (isChosen || brought.lock_reason === null))
    return topicView(ctx, row, { content: brought, own: reader.texts.get(brought.id), access: reader.access })
  const first = topic === undefined && contents.find((content) => content.lock_reason === null)
  if (!first) return null
  const again = ensureFound(await findCourseForReading(ctx, row.id, first.id))
  const own = reader.texts.has(first.id) ? await textsOf(ctx, again, { reader, rows }) : null
  return topicView(ctx, again, { content: first, own: own?.get(first.id), access: reader.access })
}

interface Reading {
  access: Access
  preview: boolean
  rows: OutlineRow[]
}

/** At most two more statements, only for a course with versions for new students or exceptions. */
async function readerOf(
  ctx: Ctx,
  row: ReadCourse,
  { access, preview, rows }: Reading,
): Promise<OutlineReader> {
  const { now, actor } = ctx
  const { enable_tiering, tier, course_completed_at } = row
  // A preview shows what a student approved now would read.
  const approved_at = preview ? now : row.approved_at
  const reader = { access, preview, enable_tiering, tier, approved_at, course_completed_at, now }
  const exceptions =
    row.has_lock_exceptions && access === 'learn' && !preview
      ? await getLockExceptions(ctx, row.id, actor.id)
      : []
  return {
    ...reader,
    exceptions,
    texts: await textsOf(ctx, row, { reader, rows }),
    assessments: access === 'edit' ? await findAssessments(ctx, rows) : new Map(),
  }
}

interface TextsOf {
  reader: Pick<OutlineReader, 'access' | 'approved_at'>
  rows: OutlineRow[]
}

/** Texts that differ for this reader: an editor's drafts, a new student's versions. */
async function textsOf(
  ctx: Ctx,
  row: ReadCourse,
  { reader, rows }: TextsOf,
): Promise<OutlineReader['texts']> {
  const { access, approved_at } = reader
  if (access === 'edit') {
    const drafts = await selectDraftsForReading(ctx, row.mirror_course_id ?? row.id, row.topic_id)
    return new Map(
      drafts.map((draft) => [draft.content_id, { ...draft, has_changes: draft.published_as === null }]),
    )
  }
  if (!approved_at) return new Map()
  const others = rows.filter(({ new_students_since: since }) => since !== null && since <= approved_at)
  const ids = others.map((one) => one.id!)
  const versions = ids.length
    ? await selectVersionsForReading(ctx, ids, { approved_at, topic: row.topic_id })
    : []
  return new Map(versions.map((version) => [version.content_id, version]))
}

/** Progress in required contents. A completed course stays completed, whatever is added. */
function progressOf(contents: OutlineContent[], course_completed_at: Date | null) {
  const required = contents.filter((content) => content.is_published && !content.is_optional)
  const total = required.length
  const completed = required.filter((content) => content.completed_at !== null).length
  // Rounded down, so that only a complete course shows 100.
  const share = total === 0 ? 0 : Math.floor((completed * 100) / total)
  return { total, completed, percentage: course_completed_at ? 100 : share }
}

/** The reply's schema keeps only the declared columns. */
const courseFields = (row: ReadCourse) => ({
  ...row,
  layout_type: row.layout_type as 'standard' | 'compact',
  end_of_course_content_message: cachedSafeHtml(row.end_of_course_content_message),
  image_url: row.image ? publicMediaUrl(row.image) : null,
})
