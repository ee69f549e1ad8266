import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { createCheckout, getMyOrder, listMyOrders, verifyMyOrder } from '../contract.ts'
import { requestOf, type PayableItem } from './return-state.ts'

/** Sends the browser to the payment page of a course or plan; a refusal is shown in a toast. */
export function useOpenPaymentPage() {
  const { errorText } = useErrorText()
  const [isLeaving, setLeaving] = useState(false)
  const start = useApiMutation(createCheckout, {
    invalidates: [listMyOrders, getMyOrder, verifyMyOrder],
    onSuccess: ({ url }) => {
      setLeaving(true)
      location.assign(url)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return {
    isOpening: start.isPending || isLeaving,
    openPaymentPage: (item: PayableItem) => start.mutate(requestOf(item)),
  }
}
