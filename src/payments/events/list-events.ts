import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { Refusal, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type * as contract from '../contract.ts'
import { handlePaymentEventJob } from '../job-handles.ts'

type Events = Reply<typeof contract.listPaymentEvents>

/** Webhooks without their bodies, which hold names and addresses. */
export async function listPaymentEvents(
  { tx, school_id }: Ctx,
  { state, limit, cursor }: Input<typeof contract.listPaymentEvents>,
): Promise<Events> {
  const query = tx
    .selectFrom('payment_events as e')
    .leftJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 'e.school_id').onRef('a.id', '=', 'e.attempt_id'),
    )
    .where('e.school_id', '=', school_id)
    .$if(state !== undefined, (found) => found.where('e.state', '=', state!))
    .select(['e.id', 'e.provider', 'e.event_type', 'e.state', 'e.tries', 'e.last_error', 'a.order_id'])
    .select(['e.received_at', 'e.processed_at'])
  const page = await paginateByKeyset(query, {
    by: ['e.received_at', 'e.id'],
    direction: 'desc',
    key: (row) => [row.received_at, row.id],
    limit,
    cursor,
  })
  // Check constraints limit the texts to the values of the contract.
  return { ...page, data: page.data as Events['data'] }
}

/** Handles a failed webhook again, with as many tries as a new one. */
export async function replayPaymentEvent(
  ctx: Ctx,
  { id }: Input<typeof contract.replayPaymentEvent>,
): Promise<Reply<typeof contract.replayPaymentEvent>> {
  const { tx, school_id } = ctx
  const event = ensureFound(
    await tx
      .selectFrom('payment_events')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select(['state', 'provider', 'event_type'])
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  if (event.state !== 'failed') throw new Refusal('payment_event_not_failed')
  await tx
    .updateTable('payment_events')
    .set({ state: 'received', tries: 0, next_try_at: ctx.now, processed_at: null })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.enqueue(
    handlePaymentEventJob,
    { event_id: id },
    { job_key: `payment-event/${id}`, priority: 'soon' },
  )
  await ctx.audit('payment_event.replayed', ['payment_event', id], {
    provider: event.provider,
    type: event.event_type,
  })
  return okReply
}
