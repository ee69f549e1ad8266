import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { updateBillingCard } from '../../contract.ts'

/** Sends the browser to the provider's page on which a card is saved; a refusal is shown in a toast. */
export function useOpenCardPage() {
  const { errorText } = useErrorText()
  const [isLeaving, setLeaving] = useState(false)
  const start = useApiMutation(updateBillingCard, {
    onSuccess: ({ url }) => {
      setLeaving(true)
      location.assign(url)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return { isOpening: start.isPending || isLeaving, open: () => start.mutate({}) }
}
