import { sql } from 'kysely'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { graceMs } from './attempt-state.ts'
import { getOwnAttempt, statusOf, statusWith } from './queries.ts'
import { saveLateAnswers } from './save-late-answers.ts'

type Given = Input<typeof contract.saveAnswers>
export type Save = Given['saves'][number]

/** Stores answers. The reply says which the device may forget: they are stored, or a newer answer is. */
export async function saveAnswers(ctx: Ctx, { id, holder, saves }: Given) {
  const newest = newestOfSlots(saves)
  const open = await writeAnswers(ctx, { id, holder, saves: newest })
  if (open) {
    ensureSlots(open, saves)
    return { ...statusWith(ctx, open, false), ...divide(saves, holder <= open.holder ? newest : []) }
  }
  const attempt = await getOwnAttempt(ctx, id)
  ensureSlots(attempt, saves)
  const settled = await saveLateAnswers(ctx, attempt, { id, holder, saves: newest })
  return { ...(await statusOf(ctx, await getOwnAttempt(ctx, id))), ...divide(saves, settled) }
}

function ensureSlots({ slot_count }: { slot_count: number }, saves: readonly Save[]) {
  const at = saves.findIndex(({ slot }) => slot >= slot_count)
  if (at !== -1) refuseInvalidField(`saves.${at}.slot`, 'slot_unknown', 'The attempt has no such question.')
}

/** The save of each slot with the highest `seq`, by slot: transactions that lock slots in one order do not deadlock. */
function newestOfSlots(saves: readonly Save[]): Save[] {
  const newest = new Map<number, Save>()
  for (const save of saves) if (save.seq >= (newest.get(save.slot)?.seq ?? 0)) newest.set(save.slot, save)
  return [...newest.values()].toSorted((a, b) => a.slot - b.slot)
}

/** A save that a settled one of its slot outdates is settled, too. */
function divide(saves: readonly Save[], settled: readonly Save[]) {
  const last = new Map(settled.map(({ slot, seq }) => [slot, seq]))
  const isSettled = ({ slot, seq }: Save) => seq <= (last.get(slot) ?? 0)
  return {
    settled: saves.filter(isSettled).map(({ seq }) => seq),
    refused: saves.filter((save) => !isSettled(save)).map(({ seq }) => seq),
  }
}

type OpenAttempt = Parameters<typeof statusWith>[1] & { slot_count: number }

/**
 * Stores what comes in time, in one statement, and returns the attempt; undefined if it is closed. `for share` makes the
 * statement wait for a submission, and a submission for it: without it, an acknowledged answer could miss the grading. A
 * closed attempt is not locked, since its late answers need a stronger lock. The claimed time is never later than the
 * arrival.
 */
async function writeAnswers(
  { tx, school_id, actor, now }: Ctx,
  { id, holder, saves }: Pick<Given, 'id' | 'holder' | 'saves'>,
): Promise<OpenAttempt | undefined> {
  const { rows } = await sql<OpenAttempt>`
    with a as materialized (
      select id, state, holder, deadline_at, sync_until, submitted_at, submitted_by, slot_count from attempts
      where school_id = ${school_id}::uuid and id = ${id}::uuid and user_id = ${actor.id}::uuid
        and state = 'running'
        and (deadline_at is null or ${now}::timestamptz <= deadline_at + ${graceMs} * interval '1 ms')
      for share
    ), given as (
      select * from jsonb_to_recordset(${JSON.stringify(saves)}::jsonb)
        g(slot smallint, seq int, answer jsonb, given_at timestamptz)
    ), written as (
      insert into attempt_answers as r
        (school_id, attempt_id, slot, user_id, holder, seq, answer, given_at, received_at, is_late)
      select ${school_id}::uuid, a.id, g.slot, ${actor.id}::uuid, ${holder}::int, g.seq, g.answer,
        least(g.given_at, ${now}::timestamptz), ${now}::timestamptz, false
      from a, given g
      where ${holder}::int <= a.holder and g.slot < a.slot_count
      order by g.slot
      on conflict (school_id, attempt_id, slot) do update set holder = excluded.holder, seq = excluded.seq,
        answer = excluded.answer, given_at = excluded.given_at, received_at = excluded.received_at
      where (excluded.holder, excluded.seq) > (r.holder, r.seq)
      returning attempt_id, slot, holder, seq, answer, given_at, received_at
    ), logged as (
      insert into answer_log (school_id, attempt_id, slot, holder, seq, answer, given_at, received_at)
      select ${school_id}::uuid, attempt_id, slot, holder, seq, answer, given_at, received_at from written
      on conflict do nothing
    )
    select * from a`.execute(tx)
  return rows[0]
}
