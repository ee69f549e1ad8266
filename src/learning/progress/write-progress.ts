import { sql, type RawBuilder } from 'kysely'
import { isEntitledSql } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import type { EnrolmentStatus } from '../enrolments/enrolment.ts'

type Given = Input<typeof contract.saveProgress>

/** Progress after a call, with the facts for the policies. */
export interface WrittenProgress {
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
  opens_after_score: number | null
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
  is_entitled: boolean
  course_completed_at: Date | null
  reading_seconds: number
  watched_seconds: number
  /** As `watched_seconds`; without gaps of rounding once the end was reached. */
  counted_seconds: number
  visible_seconds: number
  read_percentage: number | null
  is_submitted: boolean
  is_passed: boolean
  opened_at: Date
  position_seconds: number
  completed_at: Date | null
  newly_completed: boolean
  nothing_left: boolean
}

/** Seconds by which the clock of a device may be wrong. */
const clockTolerance = 10
/** Ranges of visible seconds that are stored per content; enough for hundreds of visits. */
const maxVisibleRanges = 400

/**
 * Seconds are added as sets, so order, repetition and a second device are harmless. The newest position counts, by
 * the device's clock limited to ours. The time for which a content was visible is at most the time since
 * its first report, by our clock. Nothing completes by itself what the student has marked as not
 * completed.
 */
export async function writeProgress(
  { tx, school_id, actor, now }: Ctx,
  given: Given,
): Promise<WrittenProgress | undefined> {
  const { content_id, course_id = null, position_seconds = null, completed = null } = given
  const { opened = false, read_percentage = null, media_seconds = null } = given
  const at = given.position_at
    ? new Date(Math.min(new Date(given.position_at).getTime(), now.getTime()))
    : now
  const position_at = position_seconds === null ? null : at
  const result = await sql<WrittenProgress>`
    with target as (
      select t.id, t.course_id as home_id, t.type, d.duration_seconds, t.completion_rule, t.completion_percentage,
        t.is_published, t.is_locked, greatest(t.lowest_tier, l.lowest_tier) as lowest_tier, t.opens_at,
        t.opens_after_days, t.opens_after_content_id, t.opens_after_score, c.id as course_id, c.is_coming_soon, c.enable_tiering, c.has_lock_exceptions,
        c.unapprove_all_students_on_end_date, c.course_end_date, c.course_start_date, c.allow_early_access,
        e.status, e.tier, e.approved_at, e.student_approval_end_date, e.completed_at as course_completed_at,
        ${isEntitledSql('e', now)} as is_entitled,
        d.reading_seconds, d.rule = 'opened' and ${opened} or coalesce(d.rule = 'submitted' and b.is_submitted or d.rule = 'passed' and b.is_passed, false) as is_met,
        case when d.rule = 'read' then
          (d.reading_seconds * coalesce(t.completion_percentage, 90) + 99) / 100 end as needed_visible,
        case when d.rule = 'watched' then nullif(d.duration_seconds, 0) end as length,
        coalesce(t.completion_percentage, 90) as needed_share,
        ${rangesOf('watched', given.watched)}::int4multirange
          * int4multirange(int4range(0, coalesce(nullif(d.duration_seconds, 0), 86400))) as played,
        ${rangesOf('visible', given.visible)}::int4multirange * int4multirange(int4range(
          extract(epoch from coalesce(b.opened_at, ${now}))::int - ${clockTolerance},
          extract(epoch from ${now}::timestamptz)::int + ${clockTolerance})) as seen,
        extract(epoch from ${now}::timestamptz - coalesce(b.opened_at, ${now}))::int + 2 as elapsed
      from contents t
      join lessons l on l.school_id = t.school_id and l.id = t.lesson_id
      join courses c on c.school_id = t.school_id and c.id = coalesce(${course_id}::uuid, t.course_id)
        and t.course_id in (c.id, c.mirror_course_id) and c.deleted_at is null
      left join enrolments e on e.school_id = c.school_id and e.course_id = c.id and e.user_id = ${actor.id}
      left join content_progress b on b.school_id = t.school_id and b.content_id = t.id and b.user_id = ${actor.id}
      cross join lateral (select
        coalesce(t.completion_rule, case t.type when 'text' then 'read' when 'video' then 'watched'
          when 'audio' then 'watched' when 'assessment' then 'submitted' else 'opened' end) as rule,
        case when v.number is null then t.duration_seconds else v.duration_seconds end as duration_seconds,
        coalesce(v.reading_seconds, t.reading_seconds) as reading_seconds
        from (select) one
        left join lateral (
          select v.number, v.duration_seconds, v.reading_seconds from content_versions v
          where t.new_students_since <= e.approved_at and v.school_id = t.school_id and v.content_id = t.id
            and v.audience = 'new_students' and v.published_at <= e.approved_at
          order by v.number desc limit 1
        ) v on true) d
      where t.school_id = ${school_id} and t.id = ${content_id}
    ), written as (
      insert into content_progress as p (school_id, user_id, course_id, content_id, watched, visible, read_percentage,
        media_seconds, marked_completed, position_seconds, position_at, opened_at, completed_at, updated_at)
      select ${school_id}, ${actor.id}, home_id, id, played, seen, ${read_percentage}::int, ${media_seconds}::int,
        ${completed}::boolean, coalesce(${position_seconds}::real, 0), ${position_at}::timestamptz, ${now},
        case when ${completed}::boolean is false then null
          when ${completed}::boolean or is_met or least(range_seconds(seen), elapsed) >= needed_visible
            or ${playedEnough(sql`played`, sql`${media_seconds}::int`)} then ${now}::timestamptz end, ${now}
      from target
      on conflict (school_id, user_id, content_id) do update set
        watched = p.watched + excluded.watched,
        visible = case when (select count(*) from unnest(p.visible)) < ${maxVisibleRanges}
          then p.visible + excluded.visible else p.visible end,
        read_percentage = greatest(p.read_percentage, excluded.read_percentage),
        media_seconds = least(p.media_seconds, excluded.media_seconds),
        marked_completed = coalesce(excluded.marked_completed, p.marked_completed),
        position_seconds = case when excluded.position_at >= coalesce(p.position_at, '-infinity')
          then excluded.position_seconds else p.position_seconds end,
        position_at = greatest(p.position_at, excluded.position_at),
        opened_at = coalesce(p.opened_at, excluded.opened_at),
        completed_at = case when ${completed}::boolean is false then null
          when p.completed_at is not null then p.completed_at
          when ${completed}::boolean then excluded.updated_at
          when p.marked_completed is false then null
          when (select is_met or least(range_seconds(p.visible + seen), elapsed) >= needed_visible
            or ${playedEnough(sql`p.watched + played`, sql`least(p.media_seconds, excluded.media_seconds)`)}
            from target) then excluded.updated_at end,
        updated_at = excluded.updated_at
      returning content_id, watched, visible, read_percentage, media_seconds, opened_at, position_seconds, completed_at, is_submitted, is_passed
    ), moved as (
      update enrolments e set last_topic_id = t.id, last_opened_at = ${at}, updated_at = ${now}
      from target t join written w on w.content_id = t.id
      where e.school_id = ${school_id} and e.course_id = t.course_id and e.user_id = ${actor.id}
        and (e.last_opened_at is null or e.last_opened_at < ${at})
        and (e.last_topic_id is distinct from t.id or e.last_opened_at < ${at}::timestamptz - interval '1 minute')
    )
    select t.*, range_seconds(w.watched) as watched_seconds, least(range_seconds(w.visible), t.elapsed) as visible_seconds,
      played_seconds(w.watched, w.media_seconds is not null) as counted_seconds,
      least(t.duration_seconds, w.media_seconds) as duration_seconds,
      w.read_percentage, w.opened_at, w.position_seconds, w.completed_at, w.is_submitted, w.is_passed,
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

/** Whether enough of a recording was played. At its end the player may find another length than the stored one. */
const playedEnough = (played: RawBuilder<string>, media_seconds: RawBuilder<number>) => sql<boolean>`
  played_seconds(${played}, ${media_seconds} is not null)
    >= (least(length, ${media_seconds}) * needed_share + 99) / 100`

/** The content was deleted meanwhile. */
function refuseDeleted(error: unknown): never {
  const foreignKeyViolation = '23503'
  if ((error as { code?: string }).code === foreignKeyViolation) throw new Refusal('not_found')
  throw error
}

function rangesOf(field: 'watched' | 'visible', ranges: number[][] = []) {
  for (const [index, [from, to]] of ranges.entries())
    if (from! > to!)
      refuseInvalidField(`${field}.${index}`, 'wrong_order', 'A range ends where it starts, or later.')
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
