import { sql } from 'kysely'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { StoredGrade } from './queries.ts'

export interface ChangedGrade extends StoredGrade {
  student_id: string
}

export interface GradeChange {
  course_id: string
  changed: readonly ChangedGrade[]
  reason: string
  changed_by: string | null
  /** The result of an assessment changed the grades. */
  is_result: boolean
}

/** Rows of one statement: an import changes up to 1,500,000 grades. */
const rowsAtOnce = 5_000

/** Stores grades and their history. The caller has locked the totals of the students. */
export async function writeGrades(ctx: Ctx, change: GradeChange) {
  for (let from = 0; from < change.changed.length; from += rowsAtOnce)
    await writeSome(ctx, { ...change, changed: change.changed.slice(from, from + rowsAtOnce) })
}

async function writeSome({ tx, school_id, now }: Ctx, change: GradeChange) {
  const { course_id, changed, reason, changed_by, is_result } = change
  const rows = JSON.stringify(changed.map((grade) => ({ id: newId(), ...grade })))
  await sql`
    insert into grades (school_id, course_id, user_id, item_id, points, is_excused, is_late, is_override, version,
      updated_at)
    select ${school_id}::uuid, ${course_id}::uuid, r.student_id, r.item_id, r.points, r.is_excused, r.is_late,
      r.is_override, r.version, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r(student_id uuid, item_id uuid, points double precision,
      is_excused boolean, is_late boolean, is_override boolean, version int)
    on conflict (school_id, course_id, user_id, item_id) do update set
      points = excluded.points, is_excused = excluded.is_excused, is_late = excluded.is_late,
      is_override = excluded.is_override, version = excluded.version, updated_at = excluded.updated_at`.execute(
    tx,
  )
  await sql`
    insert into grade_history (school_id, id, course_id, user_id, item_id, points, is_excused, is_late, reason,
      changed_by, is_result, changed_at)
    select ${school_id}::uuid, r.id, ${course_id}::uuid, r.student_id, r.item_id, r.points, r.is_excused, r.is_late,
      ${reason}::text, ${changed_by}::uuid, ${is_result}::boolean, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, student_id uuid, item_id uuid, points double precision,
      is_excused boolean, is_late boolean)`.execute(tx)
}
