import { randomInt } from 'node:crypto'
import { listAffiliatePlans } from '#payment-plans/index.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { affiliateViews } from './affiliate-views.ts'
import { findBankDetails } from './bank-details.ts'
import type * as contract from './contract.ts'
import { commissionState } from './policy.ts'
import {
  findOwnAffiliate,
  getSettings,
  selectAffiliateCourses,
  selectAffiliates,
  selectCommissions,
  type AffiliateRow,
} from './queries.ts'

const maxCourses = 100
const maxPlans = 100

export async function getMyAffiliate(ctx: Ctx): Promise<Reply<typeof contract.getMyAffiliate>> {
  const row = await findOwnAffiliate(ctx)
  const courses = await selectAffiliateCourses(ctx)
    .where('c.course_is_public', '=', true)
    .orderBy('c.course_name')
    .orderBy('c.id')
    .limit(maxCourses)
    .execute()
  const plans = await listAffiliatePlans(ctx, maxPlans)
  const [affiliate] = await affiliateViews(ctx, row ? [row] : [])
  const ratesOf = (rates: { affiliates_percentage_off: number; default_affiliate_commission: number }) => ({
    commission_percentage: affiliate?.commission_percentage ?? rates.default_affiliate_commission,
    discount_percentage: rates.affiliates_percentage_off,
  })
  return {
    is_open: courses.length + plans.length > 0,
    affiliate: affiliate ?? null,
    bank_details: await findBankDetails(ctx, ctx.actor.id),
    courses: courses.map(({ id, course_name, ...rates }) => ({ id, course_name, ...ratesOf(rates) })),
    plans: plans.map(({ id, name, ...rates }) => ({ id, name, ...ratesOf(rates) })),
    ...(await getSettings(ctx)),
  }
}

export async function becomeAffiliate(ctx: Ctx): Promise<Reply<typeof contract.becomeAffiliate>> {
  const course = await selectAffiliateCourses(ctx).limit(1).executeTakeFirst()
  if (!course && (await listAffiliatePlans(ctx, 1)).length === 0) throw new Refusal('affiliates_disabled')
  const id = await insertAffiliate(ctx, ctx.actor.id, null)
  const row = await selectAffiliates(ctx).where('a.id', '=', id).executeTakeFirstOrThrow()
  const [affiliate] = await affiliateViews(ctx, [row])
  return affiliate!
}

/** Letters and digits that people do not confuse. */
const codeCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'
const newCode = () =>
  Array.from({ length: 8 }, () => codeCharacters[randomInt(codeCharacters.length)]).join('')

/** Makes a person an affiliate, once. Returns the id. */
export async function insertAffiliate(ctx: Ctx, user_id: string, commission_basis_points: number | null) {
  const { tx, school_id, now } = ctx
  const id = newId()
  try {
    await tx
      .insertInto('affiliates')
      .values({
        school_id,
        id,
        user_id,
        code: newCode(),
        commission_basis_points,
        created_at: now,
        updated_at: now,
      })
      .execute()
  } catch (error) {
    if (violatedUniqueConstraint(error)) throw new Refusal('already_affiliate')
    throw error
  }
  await ctx.audit('affiliate.added', ['affiliate', id], { user_id })
  return id
}

interface Page {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Commissions of an affiliate, the newest first. */
export async function commissionPage(ctx: Ctx, { id }: { id: string }, { limit, cursor }: Page) {
  const page = await paginateByKeyset(selectCommissions(ctx).where('m.affiliate_id', '=', id), {
    by: ['m.created_at', 'm.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  const data = page.data.map((row) => ({
    ...row,
    // A check constraint limits the kind.
    kind: row.kind as 'commission' | 'clawback' | 'restoration',
    state: commissionState(row, ctx.now),
  }))
  return { ...page, data }
}

/** Payouts of an affiliate, the newest first. */
export function payoutPage(ctx: Ctx, { id }: { id: string }, { limit, cursor }: Page) {
  const query = ctx.tx
    .selectFrom('affiliate_payouts as p')
    .where('p.school_id', '=', ctx.school_id)
    .where('p.affiliate_id', '=', id)
    .select(['p.id', 'p.currency', 'p.amount', 'p.reference', 'p.paid_at'])
  return paginateByKeyset(query, {
    by: ['p.paid_at', 'p.id'],
    direction: 'desc',
    key: (row) => [row.paid_at, row.id],
    limit,
    cursor,
  })
}

const nothing = { data: [], next_cursor: null }

const ofMine = async <T>(ctx: Ctx, read: (affiliate: AffiliateRow) => Promise<T>) => {
  const affiliate = await findOwnAffiliate(ctx)
  return affiliate ? read(affiliate) : nothing
}

export const listMyCommissions = (
  ctx: Ctx,
  page: Input<typeof contract.listMyCommissions>,
): Promise<Reply<typeof contract.listMyCommissions>> =>
  ofMine(ctx, (affiliate) => commissionPage(ctx, affiliate, page))

export const listMyPayouts = (
  ctx: Ctx,
  page: Input<typeof contract.listMyPayouts>,
): Promise<Reply<typeof contract.listMyPayouts>> =>
  ofMine(ctx, (affiliate) => payoutPage(ctx, affiliate, page))
