import { List, Paper, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { previewReferral } from '#affiliates/contract.ts'
import { getPlanOffer } from '#payment-plans/contract.ts'
import { PlanPrice } from '#payment-plans/screens/plan-price.tsx'
import {
  atCurrentPrice,
  paidNow,
  usePlanTexts,
  type PlanOffer,
} from '#payment-plans/screens/use-plan-texts.ts'
import { createCheckout, getPaymentMethods, getPurchaseQuote, listMyOrders } from '#payments/contract.ts'
import { TransferButton, useIsTransferOnly } from '#payments/screens/bank-transfers/transfer-button.tsx'
import {
  BumpPicker,
  chosenBumps,
  QuoteTotal,
  usePurchaseQuote,
} from '#payments/screens/bumps/bump-picker.tsx'
import { TaxNote, useIsTaxPending, useTax, withTax } from '#payments/screens/tax-note.tsx'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { referralCode } from '#ui/small-scripts/referral.ts'

export const handle: ScreenHandle = { namespaces: ['payment-plans', 'payments', 'coupons', 'bumps'] }

const dayMs = 86_400_000

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
      {plan && <Offer plan={plan} />}
    </Stack>
  )
}

function Offer({ plan }: { plan: PlanOffer }) {
  const referral = useReferral(plan.id)
  const isTaxPending = useIsTaxPending()
  const [coupon, setCoupon] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  // A coupon replaces the discount of a link.
  const affiliate_code = coupon.trim() === '' ? referral.code : null
  const quote = usePurchaseQuote({ plan_id: plan.id, affiliate_code, added })
  // Parts that came later would move the button under the finger.
  if (isTaxPending || referral.isPending || quote.isPending) return <CardSkeleton cards={1} />
  if (!quote.data) return <ErrorState error={quote.error} onRetry={() => void quote.refetch()} />
  return (
    <Checkout
      plan={plan}
      referral={referral}
      coupon={coupon}
      onCoupon={setCoupon}
      quote={quote.data}
      isQuoting={quote.isPlaceholderData}
      added={added}
      onAdd={setAdded}
    />
  )
}

/** The code of the link that brought the buyer, and what the plan costs with it; null without one. */
function useReferral(plan_id: string) {
  const [code] = useState(referralCode)
  const item = { plan_id, code: code ?? '' }
  const { data, isLoading } = useApiQuery(previewReferral, item, { enabled: code !== null })
  return { code, preview: data && data.discount > 0 ? data : null, isPending: isLoading }
}

interface Chosen {
  plan_id: string
  affiliate_code: string | null
  bumps: { id: string; price: number }[]
}

function useBuy({ plan_id, affiliate_code, bumps }: Chosen) {
  const { errorText } = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const start = useApiMutation(createCheckout, {
    // After a refusal the page shows the prices of now.
    invalidates: [listMyOrders, getPurchaseQuote],
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
      start.mutate({
        plan_id,
        bumps,
        coupon_code: coupon.trim() || null,
        ...(affiliate_code && { affiliate_code }),
      })
    },
  }
}

interface CheckoutProps {
  plan: PlanOffer
  referral: ReturnType<typeof useReferral>
  coupon: string
  onCoupon: (coupon: string) => void
  quote: NonNullable<ReturnType<typeof usePurchaseQuote>['data']>
  /** Another choice of courses loads. */
  isQuoting: boolean
  added: readonly string[]
  onAdd: (added: readonly string[]) => void
}

function Checkout(props: CheckoutProps) {
  const { plan, coupon, quote, isQuoting, added } = props
  const { code, preview } = props.referral
  const { t } = useTranslation('payment-plans')
  const bumps = chosenBumps(quote, added)
  const { error, isBusy, buy } = useBuy({ plan_id: plan.id, affiliate_code: code, bumps })
  const tax = useTax()
  const price = paidNow(atCurrentPrice(plan))
  // A coupon replaces the discount of a link.
  const now = preview && coupon.trim() === '' ? preview.total : price
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="md">
        <PlanSummary plan={plan} />
        {plan.trial_days > 0 && <TrialTerms plan={plan} tax={tax} />}
        {now < price && <LinkPrice price={formatMoney(now, plan.currency)} />}
        <TaxNote tax={tax} />
        {plan.kind !== 'one_time' && now > 0 && <Text c="dimmed">{t('later')}</Text>}
        <BumpPicker quote={quote} added={added} onChange={props.onAdd} />
        {bumps.length > 0 && <QuoteTotal quote={quote} />}
        {price > 0 && <CouponField value={coupon} onChange={props.onCoupon} />}
        {error && (
          <Text c="error" role="alert">
            {error}
          </Text>
        )}
        <OnlineOnly plan={plan} now={now}>
          <Button loading={isBusy || isQuoting} onClick={() => buy(coupon)}>
            {now > 0 ? t('pay', { amount: formatMoney(quote.total, plan.currency) }) : t('startTrial')}
          </Button>
        </OnlineOnly>
        <BuyByTransfer plan={plan} coupon={coupon} affiliate_code={code} bumps={bumps} />
      </Stack>
    </Paper>
  )
}

/** What needs a provider of payments, or why there is none. A trial without a card needs none. */
function OnlineOnly({ plan, now, children }: { plan: PlanOffer; now: number; children: ReactNode }) {
  const { t } = useTranslation('payments')
  const isByTransfer = useSellsByTransfer(plan)
  if (!useIsTransferOnly() || (now === 0 && !plan.trial_needs_card)) return children
  return isByTransfer ? null : <Text role="status">{t('errors.payments_unavailable')}</Text>
}

function CouponField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation('payment-plans')
  return (
    <TextField
      name="coupon"
      label={t('coupon')}
      value={value}
      onChange={onChange}
      maxLength={60}
      autoComplete="off"
    />
  )
}

/** What is paid now with the link of an affiliate. */
function LinkPrice({ price }: { price: string }) {
  const { t } = useTranslation('payment-plans')
  return (
    <Text role="status">
      {t('affiliates.applied')} <strong>{price}</strong>
    </Text>
  )
}

interface TransferProps {
  plan: PlanOffer
  coupon: string
  affiliate_code: string | null
  bumps: Chosen['bumps']
}

/** Whether the school takes transfers for this plan. A trial begins without a payment. */
function useSellsByTransfer({ kind, trial_days }: PlanOffer) {
  const methods = useApiQuery(getPaymentMethods, {}).data
  if (kind === 'one_time') return methods?.bank_transfer ?? false
  return trial_days === 0 && (methods?.bank_transfer_for_plans ?? false)
}

function BuyByTransfer({ plan, coupon, affiliate_code, bumps }: TransferProps) {
  const { t } = useTranslation(['payments', 'payment-plans'])
  const isTransferOnly = useIsTransferOnly()
  if (!useSellsByTransfer(plan)) return null
  return (
    <>
      {plan.kind !== 'one_time' && <Text c="dimmed">{t('payment-plans:laterByTransfer')}</Text>}
      <TransferButton
        item={{ plan_id: plan.id }}
        coupon_code={coupon.trim() || null}
        bumps={bumps}
        {...(affiliate_code && { affiliate_code })}
        label={t('transfers.pay')}
        variant={isTransferOnly ? 'filled' : 'default'}
      />
    </>
  )
}

/** Until when nothing is charged, and what follows, with tax. */
function TrialTerms({ plan, tax }: { plan: PlanOffer; tax: ReturnType<typeof useTax> }) {
  const { t, i18n } = useTranslation('payment-plans')
  const { intervals } = usePlanTexts()
  const { time_zone: zone } = useSchool()
  const { price, currency } = atCurrentPrice(plan)
  const [now] = useState(() => Date.now())
  const end = new Date(now + plan.trial_days * dayMs)
  return (
    <>
      <Text fw={560}>
        {t('freeUntil', {
          date: formatTime(end, { style: 'date', language: i18n.language, zone }),
          amount: formatMoney(withTax(price, currency, tax), currency),
          interval: plan.interval ? intervals[plan.interval] : '',
        })}
      </Text>
      {plan.trial_needs_card && <Text c="dimmed">{t('trialSavesCard')}</Text>}
    </>
  )
}

/** Price and courses. */
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
      <List aria-label={t('included')}>
        {plan.courses.map(({ id, course_name }) => (
          <List.Item key={id}>{course_name}</List.Item>
        ))}
      </List>
    </>
  )
}
