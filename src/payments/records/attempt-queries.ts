import type { Ctx } from '#tenancy/context/request-context.ts'

export const liveStates = ['created', 'pending', 'unknown'] as const

export const selectAttempts = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('payment_attempts as a')
    .where('a.school_id', '=', school_id)
    .select(['a.id', 'a.order_id', 'a.number', 'a.provider', 'a.payment_account_id', 'a.mode', 'a.reference'])
    .select(['a.provider_reference', 'a.checkout_url', 'a.amount', 'a.currency', 'a.state', 'a.failure_code'])
    .select(['a.expires_at', 'a.saves_card', 'a.created_at'])

export type AttemptRow = Awaited<ReturnType<ReturnType<typeof selectAttempts>['executeTakeFirstOrThrow']>>

export const findAttempt = (ctx: Ctx, id: string): Promise<AttemptRow | undefined> =>
  selectAttempts(ctx).where('a.id', '=', id).executeTakeFirst()

type AttemptChanges = Partial<{
  state: string
  failure_code: string | null
  provider_reference: string
  checkout_url: string
  expires_at: Date
}>

/** Lock the order first: settlement locks the order and then its attempt. */
export const updateAttempt = ({ tx, school_id, now }: Ctx, id: string, changes: AttemptChanges) =>
  tx
    .updateTable('payment_attempts')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

/**
 * Changes an attempt unless it has ended meanwhile: a payment that settlement has recorded keeps its state. Returns whether
 * it was changed.
 */
export async function updateLiveAttempt(
  { tx, school_id, now }: Ctx,
  id: string,
  changes: AttemptChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', 'in', [...liveStates])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether the buyer may still pay through it. */
export const isLive = ({ state }: { state: string }): boolean =>
  (liveStates as readonly string[]).includes(state)
