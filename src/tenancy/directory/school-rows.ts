import { sql, type InsertObject, type UpdateObject } from 'kysely'
import type { Ctx } from '../context/request-context.ts'
import type { LegalKind } from '../hosts/school.ts'
import type { DB } from '#platform/database/database-types.ts'

type NewSchool = Omit<InsertObject<DB, 'schools'>, 'school_id' | 'created_at' | 'updated_at'>

/** Inserts the context's school. */
export async function insertSchoolRow({ tx, school_id, now }: Ctx, school: NewSchool) {
  await tx
    .insertInto('schools')
    .values({ ...school, school_id, created_at: now, updated_at: now })
    .execute()
}

/** Updates columns of the context's school. The caller must call `ctx.invalidateSchool()` to drop caches. */
export async function updateSchoolRow({ tx, school_id, now }: Ctx, change: UpdateObject<DB, 'schools'>) {
  await tx
    .updateTable('schools')
    .set({ ...change, updated_at: now })
    .where('school_id', '=', school_id)
    .execute()
}

/**
 * Increments the version of one of the school's legal texts. `isRequired`: everybody must accept the new version.
 * Returns its number.
 */
export async function raiseLegalVersion({ tx, school_id }: Ctx, kind: LegalKind, isRequired: boolean) {
  const [version, required] = [sql.ref(`${kind}_version`), sql.ref(`${kind}_required`)]
  const { rows } = await sql<{ version: number }>`
    update schools set ${version} = ${version} + 1,
      ${required} = case when ${isRequired} then ${version} + 1 else ${required} end
    where school_id = ${school_id} returning ${version} as version`.execute(tx)
  return rows[0]!.version
}

/** The plan of the context's school and its limits, locked until the commit. */
export const lockPlanOfSchool = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select(['plan_name', 'plan_students', 'plan_storage', 'plan_grace_ends_at'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
