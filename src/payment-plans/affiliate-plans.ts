import type { Ctx } from '#tenancy/context/request-context.ts'

/** Published plans in the school's currency that pay affiliates, with their rates in percent. */
const selectAffiliatePlans = ({ tx, school_id, school }: Ctx) =>
  tx
    .selectFrom('payment_plans as p')
    .where('p.school_id', '=', school_id)
    .where('p.status', '=', 'published')
    .where('p.currency', '=', school!.currency_code.trim().toUpperCase())
    .where('p.enable_affiliates', '=', true)
    .select(['p.id', 'p.name', 'p.affiliates_percentage_off', 'p.default_affiliate_commission'])

/** The rates of a plan for affiliates, in percent; undefined for a plan that pays none. */
export const findAffiliateRates = (ctx: Ctx, plan_id: string) =>
  selectAffiliatePlans(ctx).where('p.id', '=', plan_id).executeTakeFirst()

/** The first plans that pay affiliates, in the order of the school, with their rates in percent. */
export const listAffiliatePlans = (ctx: Ctx, limit: number) =>
  selectAffiliatePlans(ctx).orderBy('p.position').orderBy('p.id').limit(limit).execute()
