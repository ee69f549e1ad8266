import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DataSubject } from '#tenancy/context/personal-data.ts'

/**
 * Removes a person from seats: the seats that he or she has are free again, and gifts and invitations forget the address, so that
 * the buyer enters another.
 */
export async function eraseSeatsOf({ tx, school_id, now }: Ctx, { id, email }: DataSubject): Promise<void> {
  const nothing = { email: null, name: '', message: '', mail_due_at: null }
  await tx
    .updateTable('seats')
    .set({ ...nothing, state: 'ended', ended_at: now })
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('seats')
    .set(nothing)
    .where('school_id', '=', school_id)
    .where('email', '=', email.toLowerCase())
    .execute()
}
