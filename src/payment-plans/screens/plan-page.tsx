import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { replyOrNotFound, throwNotFound } from '#platform/client/api/not-found.ts'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { LinkButton } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { getPlanOffer } from '../contract.ts'
import { usePlanTexts, type PlanOffer } from './use-plan-texts.ts'
import './plan-page.css'

export function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host } = context.get(pageRequestContext).frame
  const { plan_id = '' } = params
  if (host.kind !== 'school' || !isUuid(plan_id)) throwNotFound()
  return replyOrNotFound(apiOf(context)(getPlanOffer, { id: plan_id }))
}

/** A published plan with what it opens and a link to its checkout. */
export default function PlanPage({ loaderData: plan }: { loaderData: PlanOffer }) {
  const { t } = useTranslation('payment-plans')
  const { priceText } = usePlanTexts()
  return (
    <PublicPage links={[{ href: '/', label: t('allCourses') }]}>
      <title>{plan.name}</title>
      <div className="p-plan p-width">
        <h1>{plan.name}</h1>
        {plan.description && <p className="p-plan-text">{plan.description}</p>}
        <h2>{t('included')}</h2>
        <ul>
          {plan.courses.map(({ id, course_name }) => (
            <li key={id}>
              <a href={`/?selected_course_id=${id}`}>{course_name}</a>
            </li>
          ))}
        </ul>
        <div className="p-plan-bar">
          <div>
            <div className="p-plan-price">{priceText(plan)}</div>
            {plan.trial_days > 0 && <div>{t('trialDays', { days: plan.trial_days })}</div>}
          </div>
          <LinkButton href={`/payments/plans/${plan.id}`} large>
            {t('buy')}
          </LinkButton>
        </div>
      </div>
    </PublicPage>
  )
}
