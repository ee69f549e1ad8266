import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import { LinkButton } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { PlanPrice } from './plan-price.tsx'
import { atCurrentPrice, type PlanOffer } from './use-plan-texts.ts'
import './plan-page.css'

interface Props {
  plan: PlanOffer
  /** How the school taxes its prices; null without tax. */
  tax: { mode: 'inclusive' | 'exclusive'; rates: readonly { name: string; basis_points: number }[] } | null
}

/** A published plan with what it opens and a link to its checkout. */
export function PlanPage({ plan, tax }: Props) {
  const { t } = useTranslation('payment-plans')
  return (
    <PublicPage links={[{ href: '/', label: t('allCourses') }]}>
      <title>{plan.name}</title>
      <div className="p-plan p-width">
        <header className="p-plan-top">
          <h1>{plan.name}</h1>
          {plan.description && <p className="p-plan-text">{plan.description}</p>}
        </header>
        <section className="p-plan-body" aria-labelledby="included">
          <h2 id="included">{t('included')}</h2>
          <ul>
            {plan.courses.map(({ id, course_name }) => (
              <li key={id}>
                <a href={`/?selected_course_id=${id}`}>
                  <GeneratedCover text={course_name} className="p-plan-cover" />
                  {course_name}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <PlanCard plan={plan} tax={tax} />
      </div>
    </PublicPage>
  )
}

/** Price and button: beside the text, and on phones at the bottom of the window. */
function PlanCard({ plan, tax }: Props) {
  const { t } = useTranslation('payment-plans')
  return (
    <aside className="p-plan-card" aria-label={t('buy')}>
      <div>
        <div className="p-plan-price">
          <PlanPrice plan={plan} />
        </div>
        <ReferralNote plan_id={plan.id} />
        {tax && <PlanTax tax={tax} />}
        {plan.instalments.length > 0 && (
          <div className="p-plan-note">
            {t('total', { amount: formatMoney(atCurrentPrice(plan).price, plan.currency) })}
          </div>
        )}
        {plan.trial_days > 0 && (
          <div className="p-plan-note">{t('trialDays', { days: plan.trial_days })}</div>
        )}
      </div>
      <LinkButton href={`/payments/plans/${plan.id}`} large>
        {plan.trial_days > 0 ? t('startTrial') : t('buy')}
      </LinkButton>
    </aside>
  )
}

/** The first payment with the link of an affiliate, which the small script shows. */
function ReferralNote({ plan_id }: { plan_id: string }) {
  const { t } = useTranslation('payment-plans')
  return (
    <p className="p-plan-note" data-referred-plan={plan_id} data-referral="" role="status" hidden>
      {t('affiliates.applied')} <strong data-referral-price="" />
    </p>
  )
}

/** Whether tax is added to the price, or part of it. */
function PlanTax({ tax: { mode, rates } }: { tax: NonNullable<Props['tax']> }) {
  const { t } = useTranslation('payment-plans')
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const
  const tax = rates
    .map(({ name, basis_points }) => `${name} ${formatNumber(basis_points / 10_000, percent)}`)
    .join(', ')
  return <div className="p-plan-note">{t(mode === 'exclusive' ? 'plusTax' : 'includesTax', { tax })}</div>
}
