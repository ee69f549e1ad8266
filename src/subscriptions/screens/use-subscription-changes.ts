import { useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useNavigate } from 'react-router'
import { getMyBankTransfer, getMyOrder, listCards, listMyOrders } from '#payments/contract.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  cancelMyPlanChange,
  cancelMySubscription,
  changeMyPlan,
  listMySubscriptions,
  pauseMySubscription,
  payMySubscription,
  resumeMySubscription,
  setMySubscriptionCard,
  setMySubscriptionMethod,
  transferMySubscription,
} from '../contract.ts'

const outdated = [listMySubscriptions, listMyOrders, getMyOrder, listCards]

/** The changes of the student's own subscriptions; results and refusals are shown in toasts. */
export function useSubscriptionChanges() {
  const { t } = useTranslation('subscriptions')
  const { errorText } = useErrorText()
  const [isLeaving, setLeaving] = useState(false)
  const onError = (error: ApiError) => toast(errorText(error), 'error')
  const saved = { invalidates: outdated, onError, onSuccess: () => toast(t('changed')) }
  const pay = useApiMutation(payMySubscription, {
    invalidates: outdated,
    onError,
    onSuccess: ({ is_paid, url }) => {
      if (!url) return toast(t(is_paid ? 'paid' : 'waiting'))
      setLeaving(true)
      location.assign(url)
    },
  })
  const change = useApiMutation(changeMyPlan, {
    invalidates: outdated,
    onError,
    onSuccess: ({ is_done, url }) => {
      if (!url) return toast(t(is_done ? 'changed' : 'waiting'))
      setLeaving(true)
      location.assign(url)
    },
  })
  return {
    change,
    isChanging: change.isPending || isLeaving,
    keepPlan: useApiMutation(cancelMyPlanChange, saved),
    pay,
    isPaying: pay.isPending || isLeaving,
    cancel: useApiMutation(cancelMySubscription, saved),
    pause: useApiMutation(pauseMySubscription, saved),
    resume: useApiMutation(resumeMySubscription, saved),
    transfer: useTransfer(onError),
    setMethod: useApiMutation(setMySubscriptionMethod, saved),
    setCard: useApiMutation(setMySubscriptionCard, saved),
  }
}

/** Opens the page of a bank transfer. */
function useTransfer(onError: (error: ApiError) => void) {
  const navigate = useNavigate()
  return useApiMutation(transferMySubscription, {
    invalidates: [...outdated, getMyBankTransfer],
    onError,
    onSuccess: ({ url }) => void navigate(url),
  })
}
