import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { createCheckout, getMyOrder, listMyOrders, verifyMyOrder } from '../contract.ts'

/** Sends the browser to the payment page of a course; a refusal is shown in a toast. */
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
    openPaymentPage: ({ course_id, tier }: { course_id: string; tier: number | null }) =>
      start.mutate({ course_id, ...(tier !== null && { tier }) }),
  }
}
