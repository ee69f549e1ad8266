import { addDays } from './periods.ts'

/** How the later payments of a plan are made. */
export type PaysBy = 'card' | 'bank_transfer'

/** A person who pays by transfer gets the order of the next period this many days before it begins. */
export const orderDays = 7
/** A proof that staff check halts suspension and end until this many days after the due date, at most. */
export const reviewDays = 21
/** Reminders of a transfer that is due: the days of the charges of a card, up to the day of the suspension. */
const maxReminders = 4

export const orderAt = (period_end: Date): Date => addDays(period_end, -orderDays)
export const reviewEnd = (due_at: Date): Date => addDays(due_at, reviewDays)

/** When the biller has something to do next for a person who has paid until `paid_until`. */
export const actionAt = (pays_by: PaysBy, paid_until: Date): Date =>
  pays_by === 'bank_transfer' ? orderAt(paid_until) : paid_until

/** Whether another reminder follows after this many. */
export const remindsAgain = (reminders: number): boolean => reminders < maxReminders
