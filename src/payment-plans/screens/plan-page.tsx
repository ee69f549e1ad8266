import { data, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { replyOrNotFound, throwNotFound } from '#platform/client/api/not-found.ts'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { expiresAt } from '#ui/public/expires-at.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import { LinkButton } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { getPlanOffer } from '../contract.ts'
import { PlanPrice } from './plan-price.tsx'
import { atCurrentPrice, type PlanOffer } from './use-plan-texts.ts'
import './plan-page.css'

export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host } = context.get(pageRequestContext).frame
  const { plan_id = '' } = params
  if (host.kind !== 'school' || !isUuid(plan_id)) throwNotFound()
  const plan = await replyOrNotFound(apiOf(context)(getPlanOffer, { id: plan_id }))
  return data(plan, { headers: expiresAt([plan.price_changes_at]) })
}

export { loaderHeaders as headers } from '#ui/public/expires-at.ts'

/** A published plan with what it opens and a link to its checkout. */
export default function PlanPage({ loaderData: plan }: { loaderData: PlanOffer }) {
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
        <PlanCard plan={plan} />
      </div>
    </PublicPage>
  )
}

/** Price and button: beside the text, and on phones at the bottom of the window. */
function PlanCard({ plan }: { plan: PlanOffer }) {
  const { t } = useTranslation('payment-plans')
  return (
    <aside className="p-plan-card" aria-label={t('buy')}>
      <div>
        <div className="p-plan-price">
          <PlanPrice plan={plan} />
        </div>
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
