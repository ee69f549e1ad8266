import type { AliasedExpression } from 'kysely'
import { approvalStatusSql } from '#course-access/index.ts'
import { countStudents, getPlanLimits, getStorageUsed } from '#plans/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import type { Tx } from '#platform/database/database.server.ts'
import { listFlagsForSchool } from '#tenancy/feature-flags/feature-flags.ts'
import { activeCustomDomain } from '#tenancy/hosts/custom-domain.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { directoryEntryView } from './list-schools.ts'
import { maxCounted } from '../shapes.ts'

type Answer = Reply<typeof contract.getSchool>

export async function getSchool(
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.getSchool>,
): Promise<Answer> {
  const { db, config, now } = ctx
  const row = ensureFound(
    await db.selectFrom('school_directory').where('school_id', '=', school_id).selectAll().executeTakeFirst(),
  )
  const owners = await db
    .selectFrom('account_schools as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.school_id', '=', school_id)
    .select(['a.id', 'a.name', 'a.email'])
    .orderBy('s.created_at')
    .limit(20)
    .execute()
  const txCtx = await withReadOnlySchoolTx(db, school_id, (tx) => readSchoolFigures({ tx, school_id, now }))
  const { plan_name, created_at } = row
  const { plan_limits, ...schoolFigures } = txCtx
  const limits = getPlanLimits(config, { plan_name, created_at, plan_limits, ...schoolFigures })
  return {
    ...directoryEntryView(config, row),
    ...schoolFigures,
    owners,
    limits: limits && { students: limits.students, storage_bytes: limits.storage },
  }
}

type Reach = Pick<Ctx, 'tx' | 'school_id' | 'now'>

/** In a transaction of that school, like its own requests. */
async function readSchoolFigures({ tx, school_id, now }: Reach) {
  const school = ensureFound(
    await tx
      .selectFrom('schools')
      .where('school_id', '=', school_id)
      .select(['school_url', 'allow_manual_student_approval', 'plan_students', 'plan_storage'])
      .select('whitelabel_referrer_root_domain as reseller_root_domain')
      .executeTakeFirst(),
  )
  const { school_url, plan_students, plan_storage, ...settings } = school
  return {
    ...settings,
    plan_limits: plan_students === null ? null : { students: plan_students, storage: plan_storage! },
    custom_domain: await activeCustomDomain({ tx, school_id }),
    flags: await listFlagsForSchool(tx, { school_id, school_url }),
    stats: await figuresOf({ tx, school_id, now }),
  }
}

async function figuresOf({ tx, school_id, now }: Reach): Promise<Answer['stats']> {
  const staff = tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '<>', 'student')
    .where('status', '<>', 'removed')
  const courses = tx.selectFrom('courses').where('school_id', '=', school_id).where('deleted_at', 'is', null)
  const enrolments = tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', school_id)
    // The stored status uses the index; the effective status decides.
    .where('e.status', '=', 'approved')
    .where(approvalStatusSql({ enrolment: 'e', course: 'c' }, now), '=', 'approved')
  const last = await tx
    .selectFrom('visits')
    .where('school_id', '=', school_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('created_at')
    .limit(1)
    .executeTakeFirst()
  return {
    students: await countStudents({ tx, school_id }, maxCounted),
    staff: await counted(tx, staff.select('id')),
    courses: await counted(tx, courses.select('id')),
    enrolments: await counted(tx, enrolments.select('e.user_id as id')),
    storage_bytes: await getStorageUsed({ tx, school_id }),
    last_visit_at: last?.created_at ?? null,
  }
}

interface Rows {
  limit(limit: number): { as(name: 'some'): AliasedExpression<{ id: string }, 'some'> }
}

async function counted(tx: Tx, rows: Rows) {
  const { count } = await tx
    .selectFrom(rows.limit(maxCounted).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
