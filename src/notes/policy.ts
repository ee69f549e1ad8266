import { contentAccess, type CourseState, type EnrolmentState } from '#courses/index.ts'
import type { Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export interface NoteAnchor {
  course: CourseState
  enrolment: EnrolmentState | null
  is_published: boolean
}

/**
 * A note needs access to the course. Locks are ignored: a person who writes while a content is being locked must
 * not lose the text, and a note shows only the title of the content, which the outline shows too.
 */
export function mayCreateNote(
  actor: Actor,
  { course, enrolment, is_published }: NoteAnchor,
  now: Date,
): Verdict {
  const verdict = contentAccess(actor, { course, enrolment, now, creator_preview: false })
  if (!verdict.allowed) return verdict
  if (verdict.access === 'titles') return refuse('not_approved')
  return is_published || verdict.access === 'edit' ? allow : refuse('not_found')
}

/** Whether the content of a note can be opened. The writer can always read the note. */
export function noteAnchorStatus(
  actor: Actor,
  anchor: NoteAnchor | null,
  now: Date,
): 'open' | 'closed' | 'gone' {
  if (!anchor) return 'gone'
  return mayCreateNote(actor, anchor, now).allowed ? 'open' : 'closed'
}

/** Whether the device read the current version. */
export const isUnchanged = (row: { updated_at: Date }, expectedUpdatedAt: string) =>
  new Date(expectedUpdatedAt).getTime() === row.updated_at.getTime()
