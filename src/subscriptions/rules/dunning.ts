import { addDays } from './periods.ts'

/** Days after the due date on which the card is charged: at once, and again after a failure. */
export const chargeDays = [0, 1, 3, 5, 7] as const
/** Access continues for this long after the end of what is paid. */
export const graceDays = 7
/** An unpaid subscription ends after this many days. */
export const cancelDays = 14

/** When to charge next after `tries` charges of a period that was due at `due_at`; null after the last one. */
export function nextChargeAt(due_at: Date, tries: number): Date | null {
  const day = chargeDays[tries]
  return day === undefined ? null : addDays(due_at, day)
}

export const suspendAt = (due_at: Date): Date => addDays(due_at, graceDays)
export const cancelAt = (due_at: Date): Date => addDays(due_at, cancelDays)

/** Until when access lasts that is paid until `paid_until`. */
export const graceEnd = (paid_until: Date): Date => addDays(paid_until, graceDays)
