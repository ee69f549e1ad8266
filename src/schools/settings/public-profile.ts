import type { Static } from 'typebox'
import { countActiveStudents } from '#accounts/index.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { findSchoolRow } from '../queries.ts'
import type { SchoolProfile } from '../shapes.ts'
import { schoolProfile } from './school-profile.ts'

/** Fewer students would speak against the school. */
const minShownStudents = 10
/** Counting stops here, so that its cost does not depend on the size of the school. */
const maxCountedStudents = 10_000

/** Reads the public profile of any school, in a transaction of that school. Error: `not_found`. */
export async function findPublicProfile(
  ctx: CtxWithoutTx,
  school_id: string,
): Promise<Static<typeof SchoolProfile>> {
  const found = await withReadOnlySchoolTx(ctx.db, school_id, async (tx) => {
    const row = await findSchoolRow({ tx, school_id })
    const counts = row?.shows_student_count
      ? await countActiveStudents({ tx, school_id }, maxCountedStudents)
      : 0
    return row && { row, students: counts }
  })
  const { row, students } = ensureFound(found)
  return { ...schoolProfile(ctx.config, row), student_count: students < minShownStudents ? null : students }
}
