import { useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getMySeats, resendSeat } from '../../contract.ts'
import type { Purchase } from './purchase.ts'

/** Changes the purchase, and shows its new state with a toast. */
export function useSeatChange<R extends Parameters<typeof useApiMutation>[0]>(
  contract: R,
  order_id: string,
  done: string,
) {
  const { errorText } = useErrorText()
  const cache = useQueryClient()
  return useApiMutation(contract, {
    onSuccess: (purchase) => {
      cache.setQueryData(queryKey(getMySeats, { id: order_id }), purchase as Purchase)
      toast(done)
    },
    onError: (error: ApiError) => toast(errorText(error), 'error'),
  })
}

/** Mails a gift or an invitation again. */
export function useResend(order_id: string) {
  const { t } = useTranslation('seats')
  return useSeatChange(resendSeat, order_id, t('seat.resent'))
}
