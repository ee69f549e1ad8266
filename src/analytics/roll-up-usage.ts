import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'

/** Maximum number of rows that one transaction deletes, to keep locks short. */
const rowsAtOnce = 5_000
/** Days for which a day is recounted: events arrive up to a day late. */
const recountedDays = 2

/**
 * Counts the days that ended since the last run, and deletes expired visits and events. Each step is a short
 * transaction and safe to repeat.
 */
export async function rollUpUsage(ctx: CtxWithoutTx) {
  for (const day of await ctx.transact(daysToCount)) await ctx.transact((txCtx) => countDay(txCtx, day))
  const keepMs = ctx.config.analytics.retentionDays * 86_400_000
  const before = new Date(ctx.now.getTime() - keepMs)
  while ((await ctx.transact((txCtx) => deleteEvents(txCtx, before))) === rowsAtOnce);
  while ((await ctx.transact((txCtx) => deleteVisits(txCtx, before))) === rowsAtOnce);
}

/** The time zone that defines the days of a school. */
const zoneOf = ({ school }: Pick<Ctx, 'school'>) => school?.time_zone ?? 'UTC'

/**
 * Days up to yesterday with rows that are not counted, and the last counted days again. A day whose rows may be
 * partly deleted is not recounted, because its count would fall.
 */
async function daysToCount(ctx: Ctx): Promise<string[]> {
  const { tx, school_id, now, config } = ctx
  const zone = zoneOf(ctx)
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`
  const start = sql`coalesce((
    select greatest(last - ${recountedDays}::int, least(last, ${today} - ${config.analytics.retentionDays}::int) + 1)
      ::timestamp at time zone ${zone}
    from (select max(day) as last from usage_daily_counts where school_id = ${school_id}) counted
    where last is not null), '-infinity')`
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day
    from (
      select occurred_at as at from usage_events where school_id = ${school_id} and occurred_at >= ${start}
      union all
      select created_at from visits where school_id = ${school_id} and created_at >= ${start}
    ) stored
    where (at at time zone ${zone})::date < ${today}
    order by day`.execute(tx)
  return rows.map(({ day }) => day)
}

async function countDay(ctx: Ctx, day: string) {
  const { tx, school_id } = ctx
  const zone = zoneOf(ctx)
  const start = sql`(${day}::timestamp at time zone ${zone})`
  const end = sql`((${day}::timestamp + interval '1 day') at time zone ${zone})`
  await sql`
    insert into usage_daily_counts (school_id, day, name, user_type, events_count, people_count)
    select ${school_id}::uuid, ${day}::date, name, coalesce(user_type, 'visitor'), count(*), count(distinct user_id)
    from (
      select name, user_type, user_id from usage_events
      where school_id = ${school_id} and occurred_at >= ${start} and occurred_at < ${end}
      union all
      select 'SCHOOL_VISIT', user_type, user_id from visits
      where school_id = ${school_id} and created_at >= ${start} and created_at < ${end}
    ) events
    group by name, coalesce(user_type, 'visitor')
    on conflict (school_id, day, name, user_type)
    do update set events_count = excluded.events_count,
      people_count = greatest(usage_daily_counts.people_count, excluded.people_count)`.execute(tx)
}

async function deleteEvents({ tx, school_id }: Ctx, before: Date) {
  const { numAffectedRows = 0n } = await sql`delete from usage_events
    where school_id = ${school_id} and id in (select id from usage_events
      where school_id = ${school_id} and occurred_at < ${before} limit ${rowsAtOnce})`.execute(tx)
  return Number(numAffectedRows)
}

/** The newest visit stays without its person, because lists of schools show its time. */
async function deleteVisits({ tx, school_id }: Ctx, before: Date) {
  const old = sql`select id from visits where school_id = ${school_id} and created_at < ${before}`
  const newest = sql`select id from visits where school_id = ${school_id} order by created_at desc, id desc limit 1`
  await sql`update visits set user_id = null
    where school_id = ${school_id} and id = (${newest}) and created_at < ${before} and user_id is not null`.execute(
    tx,
  )
  const { numAffectedRows = 0n } = await sql`delete from visits
    where school_id = ${school_id} and id in (${old} limit ${rowsAtOnce}) and id <> (${newest})`.execute(tx)
  return Number(numAffectedRows)
}
