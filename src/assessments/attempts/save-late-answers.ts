import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { gradeAttemptsJob } from '../job-handles.ts'
import { getOwnAttempt, type AttemptRow } from './queries.ts'
import type { Save } from './save-answers.ts'
import { submitOverdue } from './submit-due-attempts.ts'

interface LateSaves {
  id: string
  holder: number
  /** At most one for each slot, by slot. */
  saves: readonly Save[]
}

/**
 * Stores answers that were given in time but arrive after the deadline, and returns the saves that are stored or outdated.
 * The first contact of a holder closes it: a true queue comes at once, and nobody answers at leisure while claiming an
 * earlier time.
 */
export async function saveLateAnswers(ctx: Ctx, read: AttemptRow, late: LateSaves): Promise<Save[]> {
  // A save that waited for a submission holds a shared lock: where nothing can be accepted, it asks for no stronger one.
  if (read.state !== 'running' && !isAccepting(read, late.holder, ctx.now)) return findSettled(ctx, late)
  const attempt = await getOwnAttempt(ctx, late.id, { lock: true })
  if (attempt.state === 'running') await submitOverdue(ctx, [late.id])
  const accepted = isAccepting(attempt, late.holder, ctx.now) ? await believable(ctx, attempt, late) : []
  if (late.holder <= attempt.holder) await closeHolder(ctx, attempt, late.holder)
  if (accepted.length > 0) await insertLate(ctx, { ...late, saves: accepted })
  return findSettled(ctx, late)
}

/** Whether the holder may send what it could not send in time. */
function isAccepting(attempt: AttemptRow, holder: number, now: Date) {
  const { state, deadline_at, sync_until, submitted_by, late_holders } = attempt
  if (state === 'void' || !deadline_at || !sync_until || submitted_by === 'student') return false
  return now <= sync_until && holder <= attempt.holder && !late_holders.includes(holder)
}

/** The saves whose claimed times lie before the deadline and rise with `seq`, from the holder's last stored answer on. */
async function believable(
  { tx, school_id }: Ctx,
  { deadline_at }: AttemptRow,
  { id, holder, saves }: LateSaves,
) {
  const last = await tx
    .selectFrom('answer_log')
    .where('school_id', '=', school_id)
    .where('attempt_id', '=', id)
    .where('holder', '=', holder)
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq', 'given_at'])
    .executeTakeFirst()
  let time = last?.given_at.getTime() ?? 0
  const rising: Save[] = []
  for (const save of saves.toSorted((a, b) => a.seq - b.seq)) {
    const given = new Date(save.given_at).getTime()
    // Written so that NaN is refused too: a leap second is a valid text and no `Date`.
    if (!(given >= time && given <= deadline_at!.getTime()) || save.seq <= (last?.seq ?? 0)) continue
    time = given
    rising.push(save)
  }
  return rising.toSorted((a, b) => a.slot - b.slot)
}

async function closeHolder({ tx, school_id }: Ctx, { id, late_holders }: AttemptRow, holder: number) {
  if (late_holders.includes(holder)) return
  await tx
    .updateTable('attempts')
    .set({ late_holders: [...late_holders, holder] })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
}

/** Stores the answers, marks the attempt for staff, and has it graded again. */
async function insertLate(ctx: Ctx, { id, holder, saves }: LateSaves) {
  const { tx, school_id, actor, now } = ctx
  const { rows } = await sql<{ count: number }>`
    with written as (
      insert into attempt_answers as r
        (school_id, attempt_id, slot, user_id, holder, seq, answer, given_at, received_at, is_late)
      select ${school_id}::uuid, ${id}::uuid, g.slot, ${actor.id}::uuid, ${holder}::int, g.seq, g.answer, g.given_at,
        ${now}::timestamptz, true
      from jsonb_to_recordset(${JSON.stringify(saves)}::jsonb)
        g(slot smallint, seq int, answer jsonb, given_at timestamptz)
      order by g.slot
      on conflict (school_id, attempt_id, slot) do update set holder = excluded.holder, seq = excluded.seq,
        answer = excluded.answer, given_at = excluded.given_at, received_at = excluded.received_at,
        is_late = excluded.is_late
      where (excluded.holder, excluded.seq) > (r.holder, r.seq)
      returning slot, holder, seq, answer, given_at, received_at
    ), logged as (
      insert into answer_log (school_id, attempt_id, slot, holder, seq, answer, given_at, received_at)
      select ${school_id}::uuid, ${id}::uuid, slot, holder, seq, answer, given_at, received_at from written
      on conflict do nothing
    )
    select count(*)::int as count from written`.execute(tx)
  if (rows[0]!.count === 0) return
  await tx
    .updateTable('attempts')
    .set({ state: 'submitted', graded_at: null, has_late_answers: true })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.enqueue(gradeAttemptsJob, { attempt_ids: [id] }, { job_key: `grade/${id}`, priority: 'soon' })
}

/** The saves that are stored, or outdated by a stored one. */
async function findSettled({ tx, school_id }: Ctx, { id, holder, saves }: LateSaves): Promise<Save[]> {
  const rows = await tx
    .selectFrom('attempt_answers')
    .where('school_id', '=', school_id)
    .where('attempt_id', '=', id)
    .select(['slot', 'holder', 'seq'])
    .execute()
  const stored = new Map(rows.map((row) => [row.slot, row]))
  return saves.filter(({ slot, seq }) => {
    const answer = stored.get(slot)
    return answer && (answer.holder > holder || (answer.holder === holder && answer.seq >= seq))
  })
}
