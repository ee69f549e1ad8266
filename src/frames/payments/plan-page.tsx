import { data, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { getPlanOffer } from '#payment-plans/contract.ts'
import { PlanPage } from '#payment-plans/screens/plan-page.tsx'
import type { PlanOffer } from '#payment-plans/screens/use-plan-texts.ts'
import { getPaymentMethods } from '#payments/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { replyOrNotFound, throwNotFound } from '#platform/client/api/not-found.ts'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { expiresAt } from '#ui/public/expires-at.ts'

export { loaderHeaders as headers } from '#ui/public/expires-at.ts'

export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host } = context.get(pageRequestContext).frame
  const { plan_id = '' } = params
  if (host.kind !== 'school' || !isUuid(plan_id)) throwNotFound()
  const api = apiOf(context)
  const [plan, { tax }] = await Promise.all([
    replyOrNotFound(api(getPlanOffer, { id: plan_id })),
    api(getPaymentMethods, {}),
  ])
  return data({ plan, tax }, { headers: expiresAt([plan.price_changes_at]) })
}

interface Props {
  loaderData: { plan: PlanOffer; tax: ApiReply<typeof getPaymentMethods>['tax'] }
}

/** The page of a plan, with the words about tax of the page of a course. */
export default function PublicPlanPage({ loaderData: { plan, tax } }: Props) {
  return <PlanPage plan={plan} tax={tax} />
}
