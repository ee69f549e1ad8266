import { Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getPlan } from '#plans/contract.ts'
import * as contract from '../contract.ts'
import { ChoosePlan } from './choose-plan.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Invoices } from './invoices.tsx'
import { PlanNotices } from './plan-notices.tsx'
import { useChangeOptions } from './use-billing-actions.ts'

export const handle: ScreenHandle = { namespaces: ['school-billing'] }

/** What the school pays for: plan, seats, card and invoices. For owners; the navigation refuses others. */
export default function PlanPage() {
  const { t } = useTranslation('school-billing')
  return (
    <Stack gap="lg" maw={860}>
      <PageHeading title={t('title')} text={t('text')} />
      <Content />
    </Stack>
  )
}

function Content() {
  useReturnFromStripe()
  const billing = useApiQuery(contract.getSchoolBilling, {})
  const plan = useApiQuery(getPlan, {})
  const error = billing.error ?? plan.error
  if (error) return <ErrorState error={error} onRetry={() => void billing.refetch()} />
  if (!billing.data || !plan.data) return <CardSkeleton cards={2} />
  return (
    <>
      <PlanNotices billing={billing.data} />
      <CurrentPlan billing={billing.data} plan={plan.data} />
      {billing.data.is_available && <ChoosePlan billing={billing.data} />}
      <Invoices />
    </>
  )
}

/** Asks Stripe once after its page was left, because the webhook may come later. */
function useReturnFromStripe() {
  const { t } = useTranslation('school-billing')
  const [query, setQuery] = useSearchParams()
  const [isReturn] = useState(query.get('checkout') === 'done')
  const { mutate } = useApiMutation(
    contract.refreshSchoolBilling,
    useChangeOptions(() => toast(t('notice.done'))),
  )
  const hasRequested = useRef(false)
  useEffect(() => {
    if (!isReturn || hasRequested.current) return
    hasRequested.current = true
    setQuery({}, { replace: true })
    mutate({})
  }, [isReturn, mutate, setQuery])
}
