import type { Attempt } from '../session/use-attempt-session.ts'

type Slot = Attempt['slots'][number]
export type NumberedSlot = Slot & {
  /** Number of the question from 1; null for a page of information. */
  number: number | null
}

/** Numbers the questions of an attempt, but not its pages of information. */
export function numberedSlots(slots: readonly Slot[]): NumberedSlot[] {
  let last = 0
  return slots.map((slot) => ({ ...slot, number: slot.body.type === 'information' ? null : (last += 1) }))
}

/** Id of the element that shows a slot. */
export const slotElementId = (slot: number) => `question-${slot}`
