import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { deliverToEndpoint } from './deliveries/deliver-to-endpoint.ts'
import { deliverWebhooksJob } from './job-handles.ts'

const day = 86_400_000
const retentionMs = 30 * day
const maxRetained = 10_000
const lateMs = 60_000

/** Safe to repeat: takes only due, unclaimed deliveries. */
const deliver = defineJob({
  ...deliverWebhooksJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { endpoint_id }: { endpoint_id: string }) => deliverToEndpoint(ctx, endpoint_id),
})

/** Finds due deliveries without a job, for example after a restore or crash. */
export const retryOverdueWebhooksJobDefinition = defineJob({
  name: 'retryOverdueWebhooks',
  async run(ctx: Ctx) {
    const { tx, school_id, now } = ctx
    const late = await tx
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as w', (on) =>
        on.onRef('w.school_id', '=', 'd.school_id').onRef('w.id', '=', 'd.endpoint_id'),
      )
      .where('d.school_id', '=', school_id)
      .where('d.state', '=', 'pending')
      .where('d.next_attempt_at', '<', new Date(now.getTime() - lateMs))
      .where((eb) => eb.or([eb('d.claimed_until', 'is', null), eb('d.claimed_until', '<', now)]))
      .where('w.state', '=', 'active')
      .select('w.id')
      .distinct()
      .execute()
    for (const { id } of late)
      await ctx.enqueue(deliverWebhooksJob, { endpoint_id: id }, { job_key: `webhook/${id}/late` })
  },
})

/** Deletes deliveries older than 30 days or beyond an endpoint's latest 10,000, and events without deliveries. */
export const deleteOldWebhookDataJobDefinition = defineJob({
  name: 'deleteOldWebhookData',
  async run({ tx, school_id, now }: Ctx) {
    const before = new Date(now.getTime() - retentionMs)
    await sql`delete from webhook_deliveries where school_id = ${school_id} and created_at < ${before}`.execute(
      tx,
    )
    await sql`
      delete from webhook_deliveries where school_id = ${school_id} and id in (
        select id from (
          select id, state, row_number() over (partition by endpoint_id order by created_at desc, id desc) as place
          from webhook_deliveries where school_id = ${school_id}) ranked
        where place > ${maxRetained} and state <> 'pending')`.execute(tx)
    await sql`
      delete from webhook_events e where e.school_id = ${school_id} and not exists (
        select from webhook_deliveries d where d.school_id = ${school_id} and d.event_id = e.id)`.execute(tx)
    await tx
      .deleteFrom('webhook_secrets')
      .where('school_id', '=', school_id)
      .where('expires_at', '<', now)
      .execute()
  },
})

export const jobs = [deliver, retryOverdueWebhooksJobDefinition, deleteOldWebhookDataJobDefinition]
export const schedules = [
  defineSchedule({ job: retryOverdueWebhooksJobDefinition, cron: '*/10 * * * *', runsFor: 'school' }),
  defineSchedule({ job: deleteOldWebhookDataJobDefinition, cron: '40 3 * * *', runsFor: 'school' }),
]
