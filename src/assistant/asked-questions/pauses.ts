import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** Whether the assistant is paused for this person in this course. */
export type PauseCheck = (ctx: Ctx, course_id: string) => Promise<boolean>

const pauses: PauseCheck[] = []

/** Registers a check, for example for examinations: while it returns true, no question is answered. */
export function registerPauseCheck(pause: PauseCheck) {
  pauses.push(pause)
}

export async function isAssistantPaused(ctx: Ctx, course_id: string) {
  for (const pause of pauses) if (await pause(ctx, course_id)) return true
  return false
}

export async function ensureAssistantNotPaused(ctx: Ctx, course_id: string) {
  if (await isAssistantPaused(ctx, course_id)) throw new Refusal('assistant_paused')
}
