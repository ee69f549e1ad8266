import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** A reader of titles only has no content for answers. */
export const mayAskAbout = (access: 'edit' | 'learn' | 'titles'): Verdict =>
  access === 'titles' ? refuse('not_approved') : allow

/** The school's setting counts first, then the course's, then the person's. */
export function mayAsk(settings: {
  is_on: boolean
  is_on_in_course: boolean
  is_opted_out: boolean
}): Verdict {
  if (!settings.is_on || !settings.is_on_in_course) return refuse('assistant_off')
  return settings.is_opted_out ? refuse('assistant_opted_out') : allow
}

/**
 * Content types that answers may use. Graded types are excluded, and a new type must be added here first: an
 * answer must not reveal a quiz or an assignment.
 */
const citable: ReadonlySet<string> = new Set(['text', 'video', 'audio', 'file', 'embed'])

export const isCitable = (content: { type: string }) => citable.has(content.type)

/** A correction is for readers who may open all its sources. */
export const mayGetCorrection = (content_ids: readonly string[], open: { has(id: string): boolean }) =>
  content_ids.every((id) => open.has(id))
