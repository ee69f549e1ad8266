import { sql } from 'kysely'
import { getLockExceptions } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import type { EnrolmentStatus } from '../enrolments/enrolment.ts'
import { mayLearn, mayMarkCompleted, mayOpenContent } from '../policy.ts'
import { publishCompletionEvents } from './publish-completion-events.ts'

type Given = Input<typeof contract.saveProgress>

/**
 * Adds to a student's progress. The player calls this every few seconds, so it is one statement, which writes and
 * returns the facts for the policies: a refusal rolls it back.
 */
export async function saveContentProgress(
  ctx: Ctx,
  given: Given,
): Promise<Reply<typeof contract.saveProgress>> {
  const written = ensureFound(await write(ctx, given))
  const enrolmentState = written.status === null ? null : { ...written, status: written.status }
  ensureAllowed(mayLearn(written, enrolmentState, ctx.now))
  await ensureOpen(ctx, written)
  if (given.completed) ensureAllowed(mayMarkCompleted(written))

  const finishes = written.newly_completed || (written.completed_at !== null && written.nothing_left)
  const course_completed_at =
    written.course_completed_at ??
    (finishes ? await finishCourse(ctx, written.course_id, written.home_id) : null)
  await publishCompletionEvents(ctx, written, finishes ? course_completed_at : null)
  const { watched_seconds, position_seconds, completed_at } = written
  return {
    content_id: given.content_id,
    watched_seconds,
    position_seconds,
    completed_at,
    course_completed_at,
  }
}

/** Up to two more short queries, only if a rule or an exception needs them. */
async function ensureOpen(ctx: Ctx, written: Written) {
  const exceptions = written.has_lock_exceptions
    ? await getLockExceptions(ctx, written.course_id, ctx.actor.id)
    : []
  // What this call completes was not completed before.
  const completed_at = written.newly_completed ? null : written.completed_at
  const { opens_after_content_id: first } = written
  const has_open_prerequisite = first !== null && completed_at === null && (await isToDo(ctx, first))
  ensureAllowed(
    mayOpenContent(
      { ...written, completed_at, has_open_prerequisite },
      { ...written, now: ctx.now, exceptions },
    ),
  )
}

/** Whether students see the content, and this one has not completed it. */
async function isToDo({ tx, school_id, actor }: Ctx, content_id: string) {
  const row = await tx
    .selectFrom('contents as t')
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 't.school_id')
        .onRef('p.content_id', '=', 't.id')
        .on('p.user_id', '=', actor.id),
    )
    .where('t.school_id', '=', school_id)
    .where('t.id', '=', content_id)
    .where('t.is_published', '=', true)
    .where('p.completed_at', 'is', null)
    .select('t.id')
    .executeTakeFirst()
  return row !== undefined
}

interface Written {
  course_id: string
  /** Course of the content: for a mirror, the origin. */
  home_id: string
  id: string
  type: string
  duration_seconds: number | null
  completion_rule: string | null
  completion_percentage: number | null
  is_published: boolean
  is_locked: boolean
  lowest_tier: number | null
  opens_at: Date | null
  opens_after_days: number | null
  opens_after_content_id: string | null
  has_lock_exceptions: boolean
  is_coming_soon: boolean
  course_start_date: Date | null
  allow_early_access: boolean
  enable_tiering: boolean
  unapprove_all_students_on_end_date: boolean
  course_end_date: Date | null
  status: EnrolmentStatus | null
  tier: number | null
  approved_at: Date | null
  student_approval_end_date: Date | null
  course_completed_at: Date | null
  watched_seconds: number
  position_seconds: number
  completed_at: Date | null
  newly_completed: boolean
  nothing_left: boolean
}

/**
 * Played seconds are added as a set, so order, repetition and a second device are harmless. The newest position
 * counts, by the device's clock limited to ours. Completion by opening or playing happens only once, so that an
 * undo stays.
 */
async function write({ tx, school_id, actor, now }: Ctx, given: Given): Promise<Written | undefined> {
  const { content_id, course_id = null, position_seconds = null, completed = null } = given
  const at = given.position_at
    ? new Date(Math.min(new Date(given.position_at).getTime(), now.getTime()))
    : now
  const position_at = position_seconds === null ? null : at
  const result = await sql<Written>`
    with target as (
      select t.id, t.course_id as home_id, t.type, d.duration_seconds, t.completion_rule, t.completion_percentage,
        t.is_published, t.is_locked, greatest(t.lowest_tier, l.lowest_tier) as lowest_tier, t.opens_at,
        t.opens_after_days, t.opens_after_content_id, c.id as course_id, c.is_coming_soon, c.enable_tiering, c.has_lock_exceptions,
        c.unapprove_all_students_on_end_date, c.course_end_date, c.course_start_date, c.allow_early_access,
        e.status, e.tier, e.approved_at, e.student_approval_end_date, e.completed_at as course_completed_at,
        d.rule = 'opened' as opens, case when d.rule = 'watched' then
          (nullif(d.duration_seconds, 0) * coalesce(t.completion_percentage, 90) + 99) / 100 end as needed,
        ${rangesOf(given.watched)}::int4multirange
          * int4multirange(int4range(0, coalesce(nullif(d.duration_seconds, 0), 86400))) as played
      from contents t
      join lessons l on l.school_id = t.school_id and l.id = t.lesson_id
      join courses c on c.school_id = t.school_id and c.id = coalesce(${course_id}::uuid, t.course_id)
        and t.course_id in (c.id, c.mirror_course_id) and c.deleted_at is null
      left join enrolments e on e.school_id = c.school_id and e.course_id = c.id and e.user_id = ${actor.id}
      cross join lateral (select
        coalesce(t.completion_rule, case when t.type in ('video', 'audio') then 'watched' else 'opened' end) as rule,
        case when t.new_students_since <= e.approved_at then (
          select v.duration_seconds from content_versions v
          where v.school_id = t.school_id and v.content_id = t.id and v.audience = 'new_students'
            and v.published_at <= e.approved_at
          order by v.number desc limit 1
        ) else t.duration_seconds end as duration_seconds) d
      where t.school_id = ${school_id} and t.id = ${content_id}
    ), written as (
      insert into content_progress as p (school_id, user_id, course_id, content_id, watched, position_seconds,
        position_at, opened_at, completed_at, updated_at)
      select ${school_id}, ${actor.id}, home_id, id, played, coalesce(${position_seconds}::real, 0),
        ${position_at}::timestamptz, ${now}, case when ${completed}::boolean is false then null
          when ${completed}::boolean or opens or range_seconds(played) >= needed then ${now}::timestamptz end, ${now}
      from target
      on conflict (school_id, user_id, content_id) do update set
        watched = p.watched + excluded.watched,
        position_seconds = case when excluded.position_at >= coalesce(p.position_at, '-infinity')
          then excluded.position_seconds else p.position_seconds end,
        position_at = greatest(p.position_at, excluded.position_at),
        completed_at = case when ${completed}::boolean is false then null
          when p.completed_at is not null then p.completed_at
          when ${completed}::boolean or range_seconds(p.watched) < (select needed from target)
            and range_seconds(p.watched + excluded.watched) >= (select needed from target) then excluded.updated_at end,
        updated_at = excluded.updated_at
      returning content_id, watched, position_seconds, completed_at
    ), moved as (
      update enrolments e set last_topic_id = t.id, last_opened_at = ${at}, updated_at = ${now}
      from target t join written w on w.content_id = t.id
      where e.school_id = ${school_id} and e.course_id = t.course_id and e.user_id = ${actor.id}
        and (e.last_opened_at is null or e.last_opened_at < ${at})
        and (e.last_topic_id is distinct from t.id or e.last_opened_at < ${at}::timestamptz - interval '1 minute')
    )
    select t.*, range_seconds(w.watched) as watched_seconds, w.position_seconds, w.completed_at,
      w.completed_at = ${now} as newly_completed,
      w.completed_at is not null and t.course_completed_at is null and not exists (
        select from contents o
        left join content_progress q on q.school_id = o.school_id and q.user_id = ${actor.id} and q.content_id = o.id
        where o.school_id = ${school_id} and o.course_id = t.home_id and o.is_published and not o.is_optional and o.id <> t.id
          and q.completed_at is null
      ) as nothing_left
    from target t join written w on w.content_id = t.id`
    .execute(tx)
    .catch(refuseDeleted)
  return result.rows[0]
}

/** The content was deleted meanwhile. */
function refuseDeleted(error: unknown): never {
  const foreignKeyViolation = '23503'
  if ((error as { code?: string }).code === foreignKeyViolation) throw new Refusal('not_found')
  throw error
}

function rangesOf(watched: Given['watched'] = []) {
  for (const [index, [from, to]] of watched.entries())
    if (from! > to!)
      refuseInvalidField(`watched.${index}`, 'wrong_order', 'A range ends where it starts, or later.')
  return `{${watched.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

/**
 * Marks the course as completed if no required content is left. Two devices may complete the last two contents at
 * the same time and see only their own, so the enrolment is locked first and checked by a separate statement.
 */
async function finishCourse({ tx, school_id, actor, now }: Ctx, course_id: string, home_id: string) {
  await tx
    .selectFrom('enrolments')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', actor.id)
    .select('user_id')
    .forNoKeyUpdate()
    .execute()
  const finished = await tx
    .updateTable('enrolments')
    .set({ completed_at: now, updated_at: now })
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', actor.id)
    .where('completed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contents as o')
            .leftJoin('content_progress as q', (on) =>
              on
                .onRef('q.school_id', '=', 'o.school_id')
                .onRef('q.content_id', '=', 'o.id')
                .on('q.user_id', '=', actor.id),
            )
            .where('o.school_id', '=', school_id)
            .where('o.course_id', '=', home_id)
            .where('o.is_published', '=', true)
            .where('o.is_optional', '=', false)
            .where('q.completed_at', 'is', null)
            .select('o.id'),
        ),
      ),
    )
    .returning('completed_at')
    .executeTakeFirst()
  return finished?.completed_at ?? null
}
