import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { RubricMark } from '../rubrics-contract.ts'
import type { totalOf } from './total-of.ts'

/** A mark of an answer; a person's mark has no revision of a key. */
export interface NewMark {
  attempt_id: string
  slot: number
  step: number
  user_id: string
  source: 'auto' | 'late_sync' | 'regrade' | 'person' | 'override'
  points: number | null
  key_revision: number | null
  is_dropped?: boolean
  comment?: string
  marked_by?: string
  rubric?: RubricMark | null
}

/** Inserts marks in one statement. */
export async function insertSteps({ tx, school_id, now }: Ctx, steps: readonly NewMark[]) {
  if (steps.length === 0) return
  await sql`
    insert into mark_steps (school_id, attempt_id, slot, step, user_id, source, points, key_revision, is_dropped,
      comment, marked_by, rubric, created_at)
    select ${school_id}::uuid, attempt_id, slot, step, user_id, source, points, key_revision,
      coalesce(is_dropped, false), coalesce(comment, ''), marked_by, rubric, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) g(attempt_id uuid, slot smallint, step smallint,
      user_id uuid, source text, points double precision, key_revision int, is_dropped boolean, comment text,
      marked_by uuid, rubric jsonb)`.execute(tx)
}

type Total = { id: string } & ReturnType<typeof totalOf>

/** Stores state, points, maximum and score of attempts in one statement. */
export async function storeTotals({ tx, school_id, now }: Ctx, totals: readonly Total[]) {
  await sql`
    update attempts t set state = g.state, points = g.points, max_points = g.max_points,
      score = g.score, pending_count = g.pending_count, graded_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) g(id uuid, state text, points double precision,
      max_points double precision, score double precision, pending_count smallint)
    where t.school_id = ${school_id}::uuid and t.id = g.id`.execute(tx)
}
