import { Group, Loader, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { isSubscribed, type Billing, type PlanPrice } from './billing-types.ts'
import { useChangeOptions, useStripePages } from './use-billing-actions.ts'

interface Props {
  billing: Billing
  /** Null changes the seats only. */
  price: PlanPrice | null
  onClose: () => void
}

/** Asks for the seats, and shows what the change costs before it is made. */
export function ChangeDialog({ billing, price, onClose }: Props) {
  const { t } = useTranslation('school-billing')
  const isNew = !isSubscribed(billing)
  const plan = price && t(`plan.${price.plan}`)
  const title = plan ? t(isNew ? 'change.new' : 'change.to', { plan }) : t('current.changeSeats')
  const lowest = Math.max(1, billing.seats_in_use)
  const [seats, setSeats] = useState<number | null>(billing.quantity ?? lowest)
  const isValid = seats !== null && Number.isInteger(seats) && seats >= lowest && seats <= 100_000
  const form = { seats: isValid ? seats : null, billing, price, onClose }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        <NumberField
          label={t('change.seats')}
          hint={t('change.seatsHint', { students: formatNumber(billing.seats_in_use) })}
          value={seats}
          onChange={setSeats}
          min={lowest}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          required
          {...(!isValid && seats !== null && { error: t('errors.seats_in_use') })}
        />
        {isNew && price ? <Subscribe {...form} price={price} /> : <Change {...form} />}
      </Stack>
    </Modal>
  )
}

type FormProps<Price> = Omit<Props, 'price'> & { seats: number | null; price: Price }

function Subscribe({ seats, price, onClose }: FormProps<PlanPrice>) {
  const { t } = useTranslation('school-billing')
  const { school_id } = useSchool()
  const { isOpening, subscribe } = useStripePages()
  return (
    <>
      <Amount
        label={t('change.dueNow')}
        value={formatMoney(price.unit_amount * (seats ?? 0), price.currency)}
      />
      <Buttons
        label={t('change.toPayment')}
        isBusy={isOpening}
        isReady={seats !== null}
        onClose={onClose}
        onConfirm={() => subscribe({ price_id: price.price_id, quantity: seats!, school_id })}
      />
    </>
  )
}

function Change({ seats, billing, price, onClose }: FormProps<PlanPrice | null>) {
  const { t } = useTranslation('school-billing')
  const { errorText } = useErrorText()
  const price_id = price?.price_id ?? billing.price_id!
  const [quantity] = useDebouncedValue(seats, 400)
  const isSame = price_id === billing.price_id && quantity === billing.quantity
  const preview = useApiQuery(
    contract.previewSchoolPlan,
    { price_id, quantity: quantity ?? 1 },
    { enabled: quantity !== null && !isSame, staleTime: 60_000 },
  )
  const change = useApiMutation(
    contract.changeSchoolPlan,
    useChangeOptions(({ pending }) => {
      // The page tells about a change that waits for its payment.
      if (!pending) toast(t('change.saved'))
      onClose()
    }),
  )
  const data = isSame ? undefined : preview.data
  const isCurrent = quantity === seats && data !== undefined
  return (
    <>
      {!isSame && <Preview isLoading={preview.isFetching} data={data} />}
      {preview.error && !isSame && <Text c="error">{errorText(preview.error)}</Text>}
      <Buttons
        label={t('change.confirm')}
        isBusy={change.isPending}
        isReady={isCurrent}
        onClose={onClose}
        onConfirm={() =>
          change.mutate({ price_id, quantity: quantity!, proration_date: String(data!.proration_date) })
        }
      />
    </>
  )
}

interface PreviewProps {
  isLoading: boolean
  data:
    | {
        total: number
        amount_due: number
        currency: string
        lines: { description: string; amount: number }[]
      }
    | undefined
}

function Preview({ isLoading, data }: PreviewProps) {
  const { t } = useTranslation('school-billing')
  if (!data) return isLoading ? <Loader size="sm" aria-hidden /> : null
  const { lines, total, amount_due, currency } = data
  return (
    <Stack gap={6} role="status">
      {lines.map(({ description, amount }) => (
        <Group key={description} justify="space-between" wrap="nowrap" gap="md" align="flex-start">
          <Text size="sm" c="dimmed" lang="en">
            {description}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {formatMoney(amount, currency)}
          </Text>
        </Group>
      ))}
      {total < 0 ? (
        <Amount label={t('change.credit')} value={formatMoney(-total, currency)} />
      ) : (
        <Amount label={t('change.dueNow')} value={formatMoney(amount_due, currency)} />
      )}
    </Stack>
  )
}

function Amount({ label, value }: { label: string; value: string }) {
  return (
    <Group justify="space-between" gap="md">
      <Text fw={600}>{label}</Text>
      <Text fw={640}>{value}</Text>
    </Group>
  )
}

interface ButtonsProps {
  label: string
  isBusy: boolean
  isReady: boolean
  onClose: () => void
  onConfirm: () => void
}

function Buttons({ label, isBusy, isReady, onClose, onConfirm }: ButtonsProps) {
  const { t } = useTranslation('ui')
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        {t('actions.cancel')}
      </Button>
      <Button loading={isBusy} disabled={!isReady} onClick={onConfirm}>
        {label}
      </Button>
    </Group>
  )
}
