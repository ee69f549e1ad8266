import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** Whether this person is not to be helped in this course just now. */
export type Pause = (ctx: Ctx, course_id: string) => Promise<boolean>

const pauses: Pause[] = []

/** For whoever examines people: while `pause` says so, no question of theirs is answered, whatever their screen shows. */
export function pauseAssistant(pause: Pause) {
  pauses.push(pause)
}

export async function isPaused(ctx: Ctx, course_id: string) {
  for (const pause of pauses) if (await pause(ctx, course_id)) return true
  return false
}

export async function ensureNotPaused(ctx: Ctx, course_id: string) {
  if (await isPaused(ctx, course_id)) throw new Refusal('assistant_paused')
}
