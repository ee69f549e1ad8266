import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PlanPrice } from './plan-price.tsx'
import type { PlanOffer } from './use-plan-texts.ts'
import './plan-page.css'

/** Plans that a visitor can buy, with links to their pages; nothing without plans. */
export function PlanLinks({ plans }: { plans: readonly PlanOffer[] }) {
  const { t } = useTranslation('payment-plans')
  if (plans.length === 0) return null
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="p-plans-title">
        {t('offers')}
      </h2>
      <ul className="p-plan-links">
        {plans.map((plan) => (
          <li key={plan.id}>
            <a href={`/plans/${plan.id}`}>
              <span>{plan.name}</span>
              <strong>
                <PlanPrice plan={plan} />
              </strong>
              {plan.trial_days > 0 && (
                <span className="p-plan-note">{t('trialDays', { days: plan.trial_days })}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
