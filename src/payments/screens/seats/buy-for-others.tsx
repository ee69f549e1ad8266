import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm, type ApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  createCheckout,
  getMyOrder,
  getPaymentMethods,
  getSeatOffer,
  listMyOrders,
  startBankTransfer,
} from '../../contract.ts'
import { CouponField, useCoupon } from './coupon-field.tsx'
import { GiftFields, giftRules, noGift, type GiftForm } from './gift-fields.tsx'
import { QuoteLines, useQuote, type PriceTerms, type SeatQuote } from './quote.tsx'

export const handle: ScreenHandle = { namespaces: ['seats', 'payments', 'coupons'] }

type Offer = ApiReply<typeof getSeatOffer>
type Purpose = 'gift' | 'seats'

/** Buys a course as a gift, or seats of it for a group (`?for=seats`). */
export default function BuyForOthers() {
  const { t } = useTranslation('seats')
  const { course_id = '' } = useParams()
  const [search] = useSearchParams()
  const purpose: Purpose = search.get('for') === 'seats' ? 'seats' : 'gift'
  const query = useApiQuery(getSeatOffer, { id: course_id })
  const offer = query.data
  const isOffered = purpose === 'gift' || offer?.seats_offered
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageHeading title={t(`buy.${purpose}Title`)} />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!offer && !query.error && <CardSkeleton cards={1} />}
      {offer && purpose === 'seats' && <InReview orders={offer.in_review} />}
      {offer && isOffered && <Purchase key={purpose} offer={offer} purpose={purpose} />}
      {offer && !isOffered && <Text>{t('errors.seats_not_offered')}</Text>}
      <Group>
        <LinkButton to={`/?selected_course_id=${course_id}`} variant="default" reloadDocument>
          {t('buy.toCourse')}
        </LinkButton>
      </Group>
    </Stack>
  )
}

/** Seats that the buyer has paid by transfer: what is bought here comes in addition. */
function InReview({ orders }: { orders: Offer['in_review'] }) {
  const { t } = useTranslation('seats')
  return orders.map(({ order_id, quantity }) => (
    <Alert key={order_id} color="info" icon={<IconInfoCircle aria-hidden />}>
      <Text>{t('buy.inReview', { seats: quantity })}</Text>
      <LinkButton to={`/payments/transfer?order=${order_id}`} variant="subtle" size="compact-md">
        {t('buy.showTransfer')}
      </LinkButton>
    </Alert>
  ))
}

type Values = GiftForm['values'] & {
  seats: number | null
  tier: string
}

/** What a checkout asks for. */
const requestOf = ({ course_id, enable_tiering }: Offer, purpose: Purpose, { values, terms }: Chosen) => ({
  course_id,
  ...(purpose === 'gift' ? { gift: values.gift } : { seats: values.seats ?? 0 }),
  ...(enable_tiering && { tier: Number(values.tier) }),
  coupon_code: terms.coupon_code ?? null,
  ...(terms.affiliate_code && { affiliate_code: terms.affiliate_code }),
})

interface Chosen {
  values: Values
  terms: PriceTerms
}

function usePurchaseForm(offer: Offer, purpose: Purpose, terms: PriceTerms) {
  const [isLeaving, setLeaving] = useState(false)
  const form = useApiForm({
    contract: createCheckout,
    initialValues: { gift: noGift, seats: 5, tier: '1' } as Values,
    rules: purpose === 'gift' ? giftRules : {},
    input: (values) => requestOf(offer, purpose, { values, terms }),
    onDone({ url }) {
      setLeaving(true)
      location.assign(url)
    },
  })
  return { form, isLeaving }
}

interface PurchaseProps {
  offer: Offer
  purpose: Purpose
}

/** The form, the price with the coupon that was applied, and what a checkout asks for. */
function usePurchase({ offer, purpose }: PurchaseProps) {
  const coupon = useCoupon()
  const { form, isLeaving } = usePurchaseForm(offer, purpose, coupon.terms)
  const { seats, tier } = form.values
  const quote = useQuote({
    id: offer.course_id,
    purpose,
    ...(purpose === 'seats' && { seats: seats ?? 0 }),
    ...(offer.enable_tiering && { tier: Number(tier) }),
    ...coupon.terms,
  })
  // A code that was typed is applied first, so that nobody pays a price that the page did not show.
  const submit = coupon.isTyped ? async () => coupon.apply() : form.submit
  const request = requestOf(offer, purpose, { values: form.values, terms: coupon.terms })
  return { coupon, form: { ...form, submit }, isLeaving, quote, request }
}

function Purchase({ offer, purpose }: PurchaseProps) {
  const { t } = useTranslation('seats')
  const { coupon, form, isLeaving, quote, request } = usePurchase({ offer, purpose })
  if (!quote.data && !quote.error) return <CardSkeleton cards={1} />
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} style={{ overflowWrap: 'anywhere' }}>
      <Form form={form} label={t(`buy.${purpose}Title`)}>
        <div>
          <Text fw={640} size="lg">
            {offer.course_name}
          </Text>
          <Text c="dimmed">{t(`buy.${purpose}Text`)}</Text>
        </div>
        <FormSummary form={form} />
        <TierField offer={offer} form={form} />
        {purpose === 'gift' ? (
          <GiftFields field={form.field as GiftForm['field']} />
        ) : (
          <SeatFields form={form} />
        )}
        <CouponField coupon={coupon} refusal={quote.data?.coupon_refusal ?? null} />
        <QuoteLines
          quote={quote}
          title={offer.course_name}
          seats={purpose === 'seats' ? (form.values.seats ?? 0) : null}
        />
        <PayButtons {...{ quote, form, isLeaving, request }} isTyped={coupon.isTyped} />
      </Form>
    </Paper>
  )
}

interface PayProps {
  quote: SeatQuote
  form: ApiForm<Values>
  isLeaving: boolean
  /** A code waits to be applied. */
  isTyped: boolean
  request: ReturnType<typeof requestOf>
}

function PayButtons({ quote, form, isLeaving, isTyped, request }: PayProps) {
  const { t } = useTranslation('seats')
  const methods = useApiQuery(getPaymentMethods, {}).data
  if (!quote.data) return null
  const { total, currency } = quote.data
  const isUpdating = quote.isPlaceholderData
  return (
    <>
      {(methods?.provider !== null || total === 0) && (
        <SubmitButton
          form={form}
          disabled={isUpdating && !quote.isFetching}
          loading={isLeaving || form.isSubmitting || quote.isFetching}
        >
          {total === 0 ? t('buy.free') : t('buy.pay', { amount: formatMoney(total, currency) })}
        </SubmitButton>
      )}
      {methods?.bank_transfer && total > 0 && (
        <ByTransfer request={request} disabled={isTyped || isUpdating} />
      )}
    </>
  )
}

function TierField({ offer, form }: { offer: Offer; form: ApiForm<Values> }) {
  const { t } = useTranslation('seats')
  if (!offer.enable_tiering) return null
  return (
    <NativeSelectField
      {...form.field('tier')}
      label={t('buy.tier')}
      choices={offer.prices.map((price, index) => ({
        value: String(index + 1),
        label: t('buy.tierOf', { tier: index + 1, price: formatMoney(price, offer.currency) }),
      }))}
    />
  )
}

const SeatFields = ({ form }: { form: ApiForm<Values> }) => {
  const { t } = useTranslation('seats')
  return (
    <NumberField
      {...form.field('seats')}
      label={t('buy.seats')}
      min={1}
      max={500}
      allowDecimal={false}
      maw={260}
      required
    />
  )
}

interface TransferProps {
  request: ReturnType<typeof requestOf>
  disabled: boolean
}

/** Starts a bank transfer instead, and opens its page. */
function ByTransfer({ request, disabled }: TransferProps) {
  const { t } = useTranslation('payments')
  const { errorText } = useErrorText()
  const navigate = useNavigate()
  const start = useApiMutation(startBankTransfer, {
    invalidates: [listMyOrders, getMyOrder],
    onSuccess: ({ url }) => void navigate(url),
  })
  return (
    <>
      {start.error && (
        <Text c="error" role="alert">
          {errorText(start.error)}
        </Text>
      )}
      <Button
        variant="default"
        loading={start.isPending}
        disabled={disabled}
        onClick={() => start.mutate(request)}
      >
        {t('transfers.pay')}
      </Button>
    </>
  )
}
