import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { getPlanOffer } from '../contract.ts'

export type PlanOffer = ApiReply<typeof getPlanOffer>
export type PlanPrice = Pick<
  PlanOffer,
  'kind' | 'price' | 'currency' | 'instalments' | 'interval' | 'trial_days'
>

/** A plan at its price of today. */
export const atCurrentPrice = (plan: PlanOffer): PlanOffer =>
  plan.current_sale
    ? { ...plan, price: plan.current_sale.price, instalments: plan.current_sale.instalments }
    : plan

/** What the buyer pays now, in minor units. */
export const paidNow = ({ kind, price, instalments, trial_days }: PlanPrice): number =>
  kind === 'instalments' ? instalments[0]! : trial_days > 0 ? 0 : price

/** Texts about the price of a plan. */
export function usePlanTexts() {
  const { t } = useTranslation('payment-plans')
  const intervals = {
    week: t('interval_week'),
    month: t('interval_month'),
    quarter: t('interval_quarter'),
    year: t('interval_year'),
  }
  /** «100.00», «3 × 33.34, every month» or «49.00, every month». The first instalment is the largest. */
  const priceText = ({ price, currency, instalments, interval }: PlanPrice) => {
    const amount = formatMoney(instalments[0] ?? price, currency)
    const times = instalments.length > 0 ? `${instalments.length} × ${amount}` : amount
    return interval ? t('each', { amount: times, interval: intervals[interval] }) : times
  }
  return { intervals, priceText }
}
