import type { TextFormat } from '#platform/config/formats.ts'
import type { Config } from '#platform/config/config.ts'
import { defineConfigGroup, integerSetting, textSetting } from '#platform/config/settings.ts'
import type { BillingInterval, PlanTier } from './policy.ts'

/** Stripe's ids of the prices of one seat; a plan without one is not offered. */
export type PriceIds = Record<PlanTier, Record<BillingInterval, string | null>>

export interface SchoolBillingConfig {
  /** Nigerian schools have prices of their own. */
  prices: { standard: PriceIds; nigeria: PriceIds }
  /** Days after an unpaid invoice until the limits of the free plan return. */
  graceDays: number
  /** Bytes that a plan includes. */
  storage: Record<PlanTier, number>
}

declare module '#platform/config/config.ts' {
  interface Config {
    schoolBilling: SchoolBillingConfig
  }
}

const priceId: TextFormat = {
  test: (value) => /^price_\w{1,240}$/.test(value),
  expected: 'the id of a price at Stripe: price_…',
}

const price = (plan: string, interval: string, where = '') =>
  textSetting({
    description: `Stripe’s id of the recurring price of one seat: ${plan} plan, each ${interval}${where}`,
    format: priceId,
  })
const nigeria = ', schools with NGN'

const storage = (plan: string, gigabytes: number) =>
  integerSetting({
    description: `Storage that the ${plan} plan includes`,
    minimum: 1,
    maximum: 200,
    unit: 'GB',
    default: gigabytes,
  })

export const schoolBillingGroup = defineConfigGroup({
  title: 'Plans that schools pay for',
  usedBy: ['web', 'worker'],
  settings: {
    STRIPE_BASIC_MONTHLY_PRICE: price('basic', 'month'),
    STRIPE_BASIC_YEARLY_PRICE: price('basic', 'year'),
    STRIPE_PRO_MONTHLY_PRICE: price('pro', 'month'),
    STRIPE_PRO_YEARLY_PRICE: price('pro', 'year'),
    STRIPE_BASIC_MONTHLY_PRICE_NIGERIA: price('basic', 'month', nigeria),
    STRIPE_BASIC_YEARLY_PRICE_NIGERIA: price('basic', 'year', nigeria),
    STRIPE_PRO_MONTHLY_PRICE_NIGERIA: price('pro', 'month', nigeria),
    STRIPE_PRO_YEARLY_PRICE_NIGERIA: price('pro', 'year', nigeria),
    PLAN_GRACE_DAYS: integerSetting({
      description: 'Days after an unpaid invoice of a school’s plan until the limits of the free plan return',
      minimum: 0,
      maximum: 90,
      unit: 'days',
      default: 14,
    }),
    BASIC_PLAN_STORAGE_GB: storage('basic', 50),
    PRO_PLAN_STORAGE_GB: storage('pro', 200),
  },
  resolve(values, context) {
    const prices = {
      standard: {
        basic: { month: values.STRIPE_BASIC_MONTHLY_PRICE, year: values.STRIPE_BASIC_YEARLY_PRICE },
        pro: { month: values.STRIPE_PRO_MONTHLY_PRICE, year: values.STRIPE_PRO_YEARLY_PRICE },
      },
      nigeria: {
        basic: {
          month: values.STRIPE_BASIC_MONTHLY_PRICE_NIGERIA,
          year: values.STRIPE_BASIC_YEARLY_PRICE_NIGERIA,
        },
        pro: { month: values.STRIPE_PRO_MONTHLY_PRICE_NIGERIA, year: values.STRIPE_PRO_YEARLY_PRICE_NIGERIA },
      },
    }
    const ids = [prices.standard, prices.nigeria].flatMap(({ basic, pro }) =>
      [basic.month, basic.year, pro.month, pro.year].filter((id) => id !== null),
    )
    if (new Set(ids).size < ids.length)
      context.addError('STRIPE_BASIC_MONTHLY_PRICE', 'each price must have its own id')
    const schoolBilling: SchoolBillingConfig = {
      prices,
      graceDays: values.PLAN_GRACE_DAYS,
      storage: {
        basic: values.BASIC_PLAN_STORAGE_GB * 1_000_000_000,
        pro: values.PRO_PLAN_STORAGE_GB * 1_000_000_000,
      },
    }
    return { schoolBilling }
  },
})

/** Prices of the sandbox of payment providers. */
export const sandboxPrices: SchoolBillingConfig['prices'] = {
  standard: sandboxPricesIn('usd'),
  nigeria: sandboxPricesIn('ngn'),
}

function sandboxPricesIn(currency: string): PriceIds {
  const ids = (plan: string) => ({
    month: `price_sandbox_${plan}_${currency}_month`,
    year: `price_sandbox_${plan}_${currency}_year`,
  })
  return { basic: ids('basic'), pro: ids('pro') }
}

/** The configuration with the prices of the sandbox, while it stands in for Stripe. */
export const withSandboxPrices = (config: Config): Config =>
  config.payments.runsSandbox
    ? { ...config, schoolBilling: { ...config.schoolBilling, prices: sandboxPrices } }
    : config
