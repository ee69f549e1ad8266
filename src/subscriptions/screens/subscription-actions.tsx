import { lazy, Suspense, useState } from 'react'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PlanPicker } from './change-plan-dialog.tsx'
import type { OwnSubscription } from './my-subscriptions.tsx'
import { useTakesTransfers } from './payment-method.tsx'
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
  const { id, is_due, status, kind, cancel_at_period_end } = subscription
  const isPausable = kind === 'subscription' && status === 'active' && !is_due && !cancel_at_period_end
  const isStopped = status === 'paused' || cancel_at_period_end
  return (
    <>
      <PayDue subscription={subscription} changes={changes} />
      <PayOff subscription={subscription} changes={changes} />
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

/** Pays what is due, or what is due soon by transfer: first in the way that the person chose. */
function PayDue({ subscription, changes }: ChangeProps) {
  const { t } = useTranslation('subscriptions')
  const takesTransfers = useTakesTransfers()
  const { id, is_due, is_payable, pays_by, transfer } = subscription
  const isByTransfer = pays_by === 'bank_transfer'
  if (transfer?.state === 'submitted')
    return <LinkButton to={`/payments/transfer?order=${transfer.order_id}`}>{t('showTransfer')}</LinkButton>
  if (!is_payable || (!is_due && !isByTransfer)) return null
  const byTransfer = takesTransfers && (
    <Button
      key="transfer"
      variant={isByTransfer ? 'filled' : 'default'}
      loading={changes.transfer.isPending}
      onClick={() => changes.transfer.mutate({ id, what: 'due' })}
    >
      {t('transfer')}
    </Button>
  )
  const online = (
    <Button
      key="online"
      variant={isByTransfer ? 'default' : 'filled'}
      loading={changes.isPaying}
      onClick={() => changes.pay.mutate({ id, what: 'due', with_card: false })}
    >
      {t('pay')}
    </Button>
  )
  return isByTransfer ? [byTransfer, online] : [online, byTransfer]
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

/** Pays all remaining instalments, after a question: money moves at once if a card is saved. */
function PayOff({ subscription, changes }: ChangeProps) {
  const { t } = useTranslation('subscriptions')
  const confirm = useConfirm()
  const { id, remaining_amount, currency, title, pays_by, card } = subscription
  if (remaining_amount === 0) return null
  const amount = formatMoney(remaining_amount, currency)
  const confirmPayment = async () => {
    const isConfirmed = await confirm({ title, text: t('payOffText', { amount }), confirmLabel: t('pay') })
    if (!isConfirmed) return
    if (pays_by === 'bank_transfer') changes.transfer.mutate({ id, what: 'all' })
    else changes.pay.mutate({ id, what: 'all', with_card: card !== null })
  }
  return (
    <Button
      variant="default"
      loading={changes.isPaying || changes.transfer.isPending}
      onClick={() => void confirmPayment()}
    >
      {t('payOff', { amount })}
    </Button>
  )
}

interface ChangeProps {
  subscription: OwnSubscription
  changes: ReturnType<typeof useSubscriptionChanges>
}

function Cancel({ subscription, changes }: ChangeProps) {
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
