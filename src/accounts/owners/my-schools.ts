import { sql } from 'kysely'
import { isFlagged, type PlanName } from '#plans/index.ts'
import { originFor } from '#platform/config/config.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { updateSchoolStatsJob } from '../job-handles.ts'
import { issueHandoff } from '../sessions/one-time-tokens.ts'

/** Milliseconds after which reading enqueues a recount. */
const freshForMs = 5 * 60_000

export async function listMySchools(
  ctx: CtxWithoutTx,
  { search = '', limit, cursor }: Input<typeof contract.listMySchools>,
): Promise<Reply<typeof contract.listMySchools>> {
  const { config, brand, now } = ctx
  const page = await paginateByKeyset(ownedSchools(ctx, search), {
    by: ['a.created_at', 'a.school_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.school_id],
  })
  const staleBefore = now.getTime() - freshForMs
  const stale = page.data.filter(({ counted_at }) => !counted_at || counted_at.getTime() < staleBefore)
  await countLater(
    ctx,
    stale.map(({ school_id }) => school_id),
  )
  const data = page.data.map(({ has_reseller, opened_at, ...row }) => ({
    ...row,
    url: originFor(config, `${row.school_url}.${brand.domain}`),
    // A check constraint of `schools` limits it to these names.
    plan_name: row.plan_name as PlanName,
    is_flagged: isFlagged({ plan_name: row.plan_name, created_at: opened_at, has_reseller }),
    stats: figuresOf(row),
  }))
  return { ...page, data }
}

function ownedSchools({ db, actor }: CtxWithoutTx, search: string) {
  let owned = db
    .selectFrom('account_schools as a')
    .innerJoin('school_directory as d', 'd.school_id', 'a.school_id')
    .leftJoin('school_stats as f', 'f.school_id', 'a.school_id')
    .leftJoin('school_closings as c', 'c.school_id', 'a.school_id')
    .where('a.account_id', '=', actor.account_id)
    .select(['d.school_id', 'd.school_url', 'd.name', 'd.tagline', 'd.logo_url', 'a.created_at'])
    .select(['d.plan_name', 'd.has_reseller', 'd.created_at as opened_at'])
    .select(['f.students_approved', 'f.students_pending', 'f.courses_published'])
    .select(['f.last_activity_at', 'f.counted_at', 'c.erase_at as closes_at'])
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, 6))
    owned = owned.where(
      sql<boolean>`fold_text(d.name || ' ' || d.school_url) like '%' || fold_text(${escaped(word)}) || '%'`,
    )
  return owned
}

const escaped = (word: string) => word.replaceAll(/[\\%_]/g, '\\$&')

interface Counted {
  students_approved: number | null
  students_pending: number | null
  courses_published: number | null
  last_activity_at: Date | null
  counted_at: Date | null
}

function figuresOf(row: Counted) {
  const { students_approved, students_pending, courses_published, last_activity_at, counted_at } = row
  if (students_approved === null || students_pending === null || courses_published === null || !counted_at)
    return null
  return { students_approved, students_pending, courses_published, last_activity_at, counted_at }
}

/** One job per page of schools, replaced while it waits. Within a school nobody reads the figures. */
async function countLater({ school_id, actor, transact: open }: CtxWithoutTx, school_ids: string[]) {
  if (school_ids.length === 0 || school_id !== PLATFORM_ID) return
  await open((txCtx) =>
    txCtx.enqueue(updateSchoolStatsJob, { school_ids }, { job_key: `count-schools/${actor.id}` }),
  )
}

/**
 * Returns a code to enter an owned school, from the root host or another school. Schools of other accounts are
 * not found.
 */
export async function enterSchool(
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.enterSchool>,
): Promise<Reply<typeof contract.enterSchool>> {
  const { account_id } = ctx.actor
  const owned = ensureFound(
    await ctx.db
      .selectFrom('account_schools as a')
      .innerJoin('school_directory as d', 'd.school_id', 'a.school_id')
      .where('a.account_id', '=', account_id)
      .where('a.school_id', '=', school_id)
      .select('d.school_url')
      .executeTakeFirst(),
  )
  const issued = await runTransaction(
    asSchool(ctx, { school_id }),
    { onSchoolInvalidated: () => {} },
    async (txCtx) => {
      const user = await txCtx.tx
        .selectFrom('users')
        .where('school_id', '=', school_id)
        .where('account_id', '=', account_id)
        .where('status', '=', 'active')
        .select('id')
        .executeTakeFirst()
      return issueHandoff(txCtx, ensureFound(user).id)
    },
  )
  const origin = originFor(ctx.config, `${owned.school_url}.${ctx.brand.domain}`)
  return { ...issued, url: `${origin}/manage?user_token=${issued.code}` }
}
