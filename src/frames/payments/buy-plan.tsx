import { List, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { getPlanOffer } from '#payment-plans/contract.ts'
import { PlanPrice } from '#payment-plans/screens/plan-price.tsx'
import { atCurrentPrice, paidNow, type PlanOffer } from '#payment-plans/screens/use-plan-texts.ts'
import { createCheckout, listMyOrders } from '#payments/contract.ts'
import { TransferButton } from '#payments/screens/bank-transfers/transfer-button.tsx'
import { TaxNote, useTax, withTax } from '#payments/screens/tax-note.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export const handle: ScreenHandle = { namespaces: ['payment-plans', 'payments', 'coupons'] }

/** What a plan costs now and later, before the payment page opens. */
export default function BuyPlan() {
  const { t } = useTranslation('payment-plans')
  const { plan_id = '' } = useParams()
  const query = useApiQuery(getPlanOffer, { id: plan_id })
  const plan = query.data
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageHeading title={plan?.name ?? t('one')} />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!plan && !query.error && <CardSkeleton cards={1} />}
      {plan && <Checkout plan={plan} />}
    </Stack>
  )
}

function useBuy(plan_id: string) {
  const { errorText } = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const start = useApiMutation(createCheckout, {
    invalidates: [listMyOrders],
    onSuccess: ({ url }) => {
      setLeaving(true)
      location.assign(url)
    },
    onError: (failure) => setError(errorText(failure)),
  })
  return {
    error,
    isBusy: start.isPending || isLeaving,
    buy(coupon: string) {
      setError(null)
      start.mutate({ plan_id, coupon_code: coupon.trim() || null })
    },
  }
}

function Checkout({ plan }: { plan: PlanOffer }) {
  const { t } = useTranslation('payment-plans')
  const [coupon, setCoupon] = useState('')
  const { error, isBusy, buy } = useBuy(plan.id)
  const tax = useTax()
  const now = paidNow(atCurrentPrice(plan))
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="md">
        <PlanSummary plan={plan} />
        <TaxNote tax={tax} />
        {plan.kind !== 'one_time' && now > 0 && <Text c="dimmed">{t('later')}</Text>}
        {now > 0 && (
          <TextField
            name="coupon"
            label={t('coupon')}
            value={coupon}
            onChange={setCoupon}
            maxLength={60}
            autoComplete="off"
          />
        )}
        {error && (
          <Text c="error" role="alert">
            {error}
          </Text>
        )}
        <Button loading={isBusy} onClick={() => buy(coupon)}>
          {now > 0
            ? t('pay', { amount: formatMoney(withTax(now, plan.currency, tax), plan.currency) })
            : t('startTrial')}
        </Button>
        <BuyByTransfer plan={plan} coupon={coupon} />
      </Stack>
    </Paper>
  )
}

/** Later payments of other plans are charged to a card. */
function BuyByTransfer({ plan, coupon }: { plan: PlanOffer; coupon: string }) {
  const { t } = useTranslation('payments')
  if (plan.kind !== 'one_time') return null
  return (
    <TransferButton
      item={{ plan_id: plan.id }}
      coupon_code={coupon.trim() || null}
      label={t('transfers.pay')}
    />
  )
}

/** Price, trial and courses. */
function PlanSummary({ plan }: { plan: PlanOffer }) {
  const { t } = useTranslation('payment-plans')
  return (
    <>
      <div>
        <Text fw={640} size="lg">
          <PlanPrice plan={plan} />
        </Text>
        {plan.instalments.length > 0 && (
          <Text c="dimmed">
            {t('total', { amount: formatMoney(atCurrentPrice(plan).price, plan.currency) })}
          </Text>
        )}
      </div>
      {plan.trial_days > 0 && <Text>{t('trialDays', { days: plan.trial_days })}</Text>}
      <List aria-label={t('included')}>
        {plan.courses.map(({ id, course_name }) => (
          <List.Item key={id}>{course_name}</List.Item>
        ))}
      </List>
    </>
  )
}
