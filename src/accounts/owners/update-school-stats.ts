import { sql, type RawBuilder } from 'kysely'
import { approvalStatusSql } from '#course-access/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { maxCounted } from '../schemas.ts'

/** Counts each school in its own short transaction, because a transaction sees one school. */
export async function updateSchoolStats({ db, now }: CtxWithoutTx, { school_ids }: { school_ids: string[] }) {
  for (const school_id of school_ids)
    await withSchoolTx(db, school_id, async (tx) => {
      const stats = await figuresOf({ tx, school_id, now })
      // The school was erased meanwhile.
      if (!stats) return
      await tx
        .insertInto('school_stats')
        .values({ ...stats, school_id, counted_at: now })
        .onConflict((conflict) => conflict.column('school_id').doUpdateSet({ ...stats, counted_at: now }))
        .execute()
    })
}

function figuresOf({ tx, school_id, now }: Pick<Ctx, 'tx' | 'school_id' | 'now'>) {
  const students = (status: string) =>
    counted(
      sql`select distinct e.user_id from enrolments e
        join courses c on c.school_id = e.school_id and c.id = e.course_id
        where e.school_id = ${school_id} and e.status = ${status} and ${approvalStatusSql({ enrolment: 'e', course: 'c' }, now)} = ${status}`,
    )
  const courses = sql`select id from courses
    where school_id = ${school_id} and course_is_public and deleted_at is null`
  return tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select([
      students('approved').as('students_approved'),
      students('pending').as('students_pending'),
      counted(courses).as('courses_published'),
      sql<Date | null>`(select created_at from visits where school_id = ${school_id}
        order by created_at desc, id desc limit 1)`.as('last_activity_at'),
    ])
    .executeTakeFirst()
}

/** Stops at the displayed maximum, so that the cost does not depend on the size of the school. */
const counted = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (${rows} limit ${maxCounted}) as n)`
