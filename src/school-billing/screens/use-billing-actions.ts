import { useState } from 'react'
import { getPlan } from '#plans/contract.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import * as contract from '../contract.ts'
import type { Billing } from './billing-types.ts'

/** Queries that a change of the plan makes outdated. */
export const planQueries = [contract.getSchoolBilling, contract.listSchoolInvoices, getPlan]

/** Options of calls that change the plan: a refusal is shown in a toast, and the page shows the new state. */
export function useChangeOptions(onDone?: (billing: Billing) => void) {
  const { errorText } = useErrorText()
  return {
    invalidates: planQueries,
    onSuccess: (billing: Billing) => onDone?.(billing),
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
}

/** Opens a page of Stripe. */
export function useStripePages() {
  const { errorText } = useErrorText()
  const [isLeaving, setLeaving] = useState(false)
  const options = {
    onSuccess: ({ url }: { url: string }) => {
      setLeaving(true)
      location.assign(url)
    },
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const portal = useApiMutation(contract.createBillingPortalSession, options)
  const card = useApiMutation(contract.openCardUpdate, options)
  const session = useApiMutation(contract.createSubscriptionSession, options)
  return {
    isOpening: portal.isPending || card.isPending || session.isPending || isLeaving,
    openPortal: () => portal.mutate({}),
    openCardUpdate: () => card.mutate({}),
    subscribe: session.mutate,
  }
}
