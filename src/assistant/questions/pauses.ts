import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** Whether this person is not to be helped in this course just now. */
export type PauseCheck = (ctx: Ctx, course_id: string) => Promise<boolean>

const pauses: PauseCheck[] = []

/** For whoever examines people: while `pause` says so, no question of theirs is answered, whatever their screen shows. */
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
