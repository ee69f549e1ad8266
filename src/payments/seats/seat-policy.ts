/** Most seats of one purchase. */
export const maxSeats = 500

interface SeatCounts {
  quantity: number
  refunded_quantity: number
}

/** Seats that nobody has or is invited to. `used` counts those. */
export const freeSeats = ({ quantity, refunded_quantity }: SeatCounts, used: number): number =>
  quantity - refunded_quantity - used

/** How a seat appears to its buyer. A gift whose day has not come is `scheduled`. */
export function seatState(
  { state, mail_due_at, mailed_at }: { state: string; mail_due_at: Date | null; mailed_at: Date | null },
  now: Date,
): 'waiting' | 'scheduled' | 'sent' | 'taken' {
  if (state === 'taken') return 'taken'
  if (mailed_at && !mail_due_at) return 'sent'
  return mail_due_at && mail_due_at > now ? 'scheduled' : 'waiting'
}
