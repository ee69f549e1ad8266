import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Whoever has only the titles of a course has nothing that answers could come from. */
export const mayAskAbout = (access: 'edit' | 'learn' | 'titles'): Verdict =>
  access === 'titles' ? refuse('not_approved') : allow

/** The school's word counts before the course's, and one's own last. */
export function mayAsk(settings: {
  is_on: boolean
  is_on_in_course: boolean
  is_opted_out: boolean
}): Verdict {
  if (!settings.is_on || !settings.is_on_in_course) return refuse('assistant_off')
  return settings.is_opted_out ? refuse('assistant_opted_out') : allow
}

/**
 * Types of contents that answers may come from. What is graded is not among them, and a type that is new has to be
 * entered here first: an answer must not give away what a quiz or an assignment asks.
 */
const citable: ReadonlySet<string> = new Set(['text', 'video', 'audio', 'file', 'embed'])

export const isCitable = (content: { type: string }) => citable.has(content.type)

/** A teacher's answer is for those who may open everything that it stands on. */
export const mayGetCorrection = (content_ids: readonly string[], open: { has(id: string): boolean }) =>
  content_ids.every((id) => open.has(id))
