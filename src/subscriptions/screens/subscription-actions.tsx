import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PlanPicker } from './change-plan-dialog.tsx'
import type { OwnSubscription } from './my-subscriptions.tsx'
import { useDay } from './use-day.ts'
import { useSubscriptionChanges } from './use-subscription-changes.ts'

const ChangePlanDialog = lazy(() => import('./change-plan-dialog.tsx'))

interface ActionProps {
  subscription: OwnSubscription
  PlanPicker: PlanPicker
}

/** What the student can do with a subscription now, the most likely first. */
export function SubscriptionActions({ subscription, PlanPicker }: ActionProps) {
  const { t } = useTranslation('subscriptions')
  const changes = useSubscriptionChanges()
  const { id, is_due, status, kind, cancel_at_period_end, card } = subscription
  const isPausable = kind === 'subscription' && status === 'active' && !is_due && !cancel_at_period_end
  const isStopped = status === 'paused' || cancel_at_period_end
  const pay = (what: 'due' | 'all', with_card: boolean) => changes.pay.mutate({ id, what, with_card })
  return (
    <>
      {is_due && (
        <Button loading={changes.isPaying} onClick={() => pay('due', false)}>
          {t('pay')}
        </Button>
      )}
      <PayOff subscription={subscription} isPaying={changes.isPaying} pay={() => pay('all', card !== null)} />
      {isStopped && (
        <Button
          variant="default"
          loading={changes.resume.isPending}
          onClick={() => changes.resume.mutate({ id })}
        >
          {t(status === 'paused' ? 'resume' : 'keep')}
        </Button>
      )}
      <ChangePlan subscription={subscription} PlanPicker={PlanPicker} />
      {isPausable && (
        <Button
          variant="default"
          loading={changes.pause.isPending}
          onClick={() => changes.pause.mutate({ id })}
        >
          {t('pause')}
        </Button>
      )}
      {!cancel_at_period_end && <Cancel subscription={subscription} changes={changes} />}
    </>
  )
}

/** Opens the choice of another plan, or keeps the present one instead of a scheduled change. */
function ChangePlan({ subscription, PlanPicker }: ActionProps) {
  const { t } = useTranslation('subscriptions')
  const { keepPlan } = useSubscriptionChanges()
  // The dialog belongs to one plan: it does not come back for the plan after the change.
  const [openFor, setOpenFor] = useState<string | null>(null)
  const { id, plan_id, title, kind, status, is_due, cancel_at_period_end, scheduled_change } = subscription
  const isRunning = (status === 'active' || status === 'trialing') && !is_due && !cancel_at_period_end
  if (kind !== 'subscription' || !isRunning) return null
  return (
    <>
      {scheduled_change && (
        <Button variant="default" loading={keepPlan.isPending} onClick={() => keepPlan.mutate({ id })}>
          {t('change.keep', { plan: title })}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpenFor(plan_id)}>
        {t('change.open')}
      </Button>
      {openFor === plan_id && (
        <Suspense>
          <ChangePlanDialog
            subscription={subscription}
            PlanPicker={PlanPicker}
            onClose={() => setOpenFor(null)}
          />
        </Suspense>
      )}
    </>
  )
}

interface PayOffProps {
  subscription: OwnSubscription
  isPaying: boolean
  pay: () => void
}

/** Pays all remaining instalments, after a question: money moves at once if a card is saved. */
function PayOff({ subscription, isPaying, pay }: PayOffProps) {
  const { t } = useTranslation('subscriptions')
  const confirm = useConfirm()
  const { remaining_amount, currency, title } = subscription
  if (remaining_amount === 0) return null
  const amount = formatMoney(remaining_amount, currency)
  const confirmPayment = async () => {
    const isConfirmed = await confirm({ title, text: t('payOffText', { amount }), confirmLabel: t('pay') })
    if (isConfirmed) pay()
  }
  return (
    <Button variant="default" loading={isPaying} onClick={() => void confirmPayment()}>
      {t('payOff', { amount })}
    </Button>
  )
}

interface CancelProps {
  subscription: OwnSubscription
  changes: ReturnType<typeof useSubscriptionChanges>
}

function Cancel({ subscription, changes }: CancelProps) {
  const { t } = useTranslation('subscriptions')
  const confirm = useConfirm()
  const day = useDay()
  const { id, title, is_due, next_at } = subscription
  const confirmEnd = async () => {
    const isPaid = !is_due && next_at !== null
    const isConfirmed = await confirm({
      title: t('cancelTitle', { plan: title }),
      text: isPaid ? t('cancelText', { date: day(next_at) }) : t('cancelNowText'),
      confirmLabel: t('cancel'),
      cancelLabel: t('keep'),
      danger: true,
    })
    if (isConfirmed) changes.cancel.mutate({ id, at: 'period_end' })
  }
  return (
    <Button
      variant="subtle"
      color="error"
      loading={changes.cancel.isPending}
      onClick={() => void confirmEnd()}
    >
      {t('cancel')}
    </Button>
  )
}
