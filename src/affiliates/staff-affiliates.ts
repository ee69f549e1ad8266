import { sql } from 'kysely'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { affiliateViews } from './affiliate-views.ts'
import { findBankDetailsOf } from './bank-details.ts'
import type * as contract from './contract.ts'
import { commissionPage, insertAffiliate, payoutPage } from './my-affiliate.ts'
import { toBasisPoints } from './policy.ts'
import { getSettings, selectAffiliates } from './queries.ts'

const selectWithUsers = (ctx: Ctx) =>
  selectAffiliates(ctx)
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'a.school_id').onRef('u.id', '=', 'a.user_id'),
    )
    .select(['u.name as user_name', 'u.email as user_email'])

type UserRow = Awaited<ReturnType<ReturnType<typeof selectWithUsers>['executeTakeFirstOrThrow']>>

async function staffViews(ctx: Ctx, rows: readonly UserRow[]) {
  const views = await affiliateViews(ctx, rows)
  const banks = await findBankDetailsOf(
    ctx,
    rows.map(({ user_id }) => user_id),
  )
  return views.map((view) => ({
    ...view,
    user: { id: view.user_id, name: view.user_name, email: view.user_email },
    bank_details: banks.get(view.user_id) ?? null,
  }))
}

export async function listAffiliates(
  ctx: Ctx,
  { limit, cursor, search = '' }: Input<typeof contract.listAffiliates>,
): Promise<Reply<typeof contract.listAffiliates>> {
  const part = search.trim()
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const query = selectWithUsers(ctx).$if(part !== '', (found) =>
    found.where(sql<boolean>`(fold_text(u.name || ' ' || u.email) like fold_text(${pattern})
      or a.code = lower(${part}))`),
  )
  const page = await paginateByKeyset(query, {
    by: ['a.created_at', 'a.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: await staffViews(ctx, page.data) }
}

export const getAffiliate = (ctx: Ctx, { id }: Input<typeof contract.getAffiliate>) =>
  getAffiliateView(ctx, id)

/** An affiliate as staff see it. */
export async function getAffiliateView(ctx: Ctx, id: string): Promise<Reply<typeof contract.getAffiliate>> {
  const row = ensureFound(await selectWithUsers(ctx).where('a.id', '=', id).executeTakeFirst())
  const [view] = await staffViews(ctx, [row])
  return view!
}

export async function addAffiliate(
  ctx: Ctx,
  { email, commission_percentage = null }: Input<typeof contract.addAffiliate>,
): Promise<Reply<typeof contract.addAffiliate>> {
  const student = await ctx.tx
    .selectFrom('users')
    .where('school_id', '=', ctx.school_id)
    .where('email', '=', email.trim().toLowerCase())
    .where('role', '=', 'student')
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  if (!student) throw new Refusal('affiliate_not_student')
  const rate = commission_percentage === null ? null : toBasisPoints(commission_percentage)
  return getAffiliateView(ctx, await insertAffiliate(ctx, student.id, rate))
}

export async function updateAffiliate(
  ctx: Ctx,
  { id, commission_percentage, is_suspended }: Input<typeof contract.updateAffiliate>,
): Promise<Reply<typeof contract.updateAffiliate>> {
  const { tx, school_id, now } = ctx
  const rate = commission_percentage ?? null
  const changes = {
    ...(commission_percentage !== undefined && {
      commission_basis_points: rate === null ? null : toBasisPoints(rate),
    }),
    ...(is_suspended !== undefined && { is_suspended }),
  }
  const changed = await tx
    .updateTable('affiliates')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  ensureFound(changed)
  await ctx.audit('affiliate.updated', ['affiliate', id], changes)
  return getAffiliateView(ctx, id)
}

const ensureAffiliate = async (ctx: Ctx, id: string) =>
  ensureFound(await selectAffiliates(ctx).where('a.id', '=', id).executeTakeFirst())

export async function listAffiliateCommissions(
  ctx: Ctx,
  { id, ...page }: Input<typeof contract.listAffiliateCommissions>,
): Promise<Reply<typeof contract.listAffiliateCommissions>> {
  return commissionPage(ctx, await ensureAffiliate(ctx, id), page)
}

export async function listAffiliatePayouts(
  ctx: Ctx,
  { id, ...page }: Input<typeof contract.listAffiliatePayouts>,
): Promise<Reply<typeof contract.listAffiliatePayouts>> {
  return payoutPage(ctx, await ensureAffiliate(ctx, id), page)
}

export const getAffiliateSettings = (ctx: Ctx): Promise<Reply<typeof contract.getAffiliateSettings>> =>
  getSettings(ctx)

export async function updateAffiliateSettings(
  ctx: Ctx,
  changes: Input<typeof contract.updateAffiliateSettings>,
): Promise<Reply<typeof contract.updateAffiliateSettings>> {
  const { tx, school_id, now } = ctx
  const settings = { ...(await getSettings(ctx)), ...changes }
  await tx
    .insertInto('affiliate_settings')
    .values({ school_id, ...settings, updated_at: now })
    .onConflict((oc) => oc.column('school_id').doUpdateSet({ ...settings, updated_at: now }))
    .execute()
  await ctx.audit('affiliate.settings_updated', ['school', school_id], settings)
  return settings
}
