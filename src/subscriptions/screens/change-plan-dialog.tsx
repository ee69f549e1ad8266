import { Group, Loader, Stack, Text } from '@mantine/core'
import { useState, type ComponentType } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { previewPlanChange } from '../contract.ts'
import type { OwnSubscription } from './my-subscriptions.tsx'
import { useDay } from './use-day.ts'
import { useSubscriptionChanges } from './use-subscription-changes.ts'

export type PlanPicker = ComponentType<{
  label: string
  value: string | null
  onChange: (plan_id: string) => void
  isOffered: (plan: { id: string; kind: string }) => boolean
  empty: string
}>

interface Props {
  subscription: OwnSubscription
  PlanPicker: PlanPicker
  onClose: () => void
}

type Preview = ApiReply<typeof previewPlanChange>

/** Asks for the new plan, and shows what the change costs before it is made. */
export default function ChangePlanDialog({ subscription, PlanPicker, onClose }: Props) {
  const { t } = useTranslation('subscriptions')
  const { errorText } = useErrorText()
  const { id, title, plan_id } = subscription
  const [chosen, setChosen] = useState<string | null>(null)
  const preview = useApiQuery(
    previewPlanChange,
    { id, plan_id: chosen ?? plan_id },
    { enabled: chosen !== null, staleTime: 60_000 },
  )
  return (
    <Modal opened onClose={onClose} title={t('change.title', { plan: title })}>
      <Stack gap="md">
        <PlanPicker
          label={t('change.plan')}
          value={chosen}
          onChange={setChosen}
          isOffered={(plan) => isOtherPlan(plan, subscription)}
          empty={t('change.none')}
        />
        {chosen !== null && preview.isFetching && <Loader size="sm" aria-hidden />}
        {chosen !== null && preview.error && (
          <Text c="error" role="alert">
            {errorText(preview.error)}
          </Text>
        )}
        {chosen !== null && preview.data && !preview.isFetching && (
          <Costs preview={preview.data} current={title} />
        )}
        <Buttons
          subscription={subscription}
          plan_id={chosen}
          preview={preview.isFetching ? undefined : preview.data}
          onClose={onClose}
        />
      </Stack>
    </Modal>
  )
}

const isOtherPlan = (
  { id, kind }: { id: string; kind: string },
  { plan_id, scheduled_change }: OwnSubscription,
) => kind === 'subscription' && id !== plan_id && id !== scheduled_change?.plan_id

/** What is credited, due now, and paid next. */
function Costs({ preview, current }: { preview: Preview; current: string }) {
  const { t } = useTranslation('subscriptions')
  const day = useDay()
  const { title, currency, takes_effect, price, unused, credit_used, credit_left, taxes, due } = preview
  const money = (amount: number) => formatMoney(amount, currency)
  const isNow = takes_effect === 'now'
  return (
    <Stack gap={6} role="status" style={{ overflowWrap: 'anywhere' }}>
      {!isNow && <Text>{t('change.later', { plan: title, current, date: day(preview.next_at) })}</Text>}
      {price > 0 && <Row name={title}>{money(price)}</Row>}
      {credit_used > 0 && (
        <Row name={t(unused > 0 ? 'change.unused' : 'change.credit')}>{money(-credit_used)}</Row>
      )}
      {taxes
        .filter(({ amount }) => amount > 0)
        .map((tax) => (
          <Row key={tax.name} name={taxName(tax, (name) => t('change.included', { tax: name }))}>
            {money(tax.amount)}
          </Row>
        ))}
      {isNow && (
        <Row name={t('change.due')} isTotal>
          {money(due)}
        </Row>
      )}
      <Text size="sm">{t('next', { amount: money(preview.next_amount), date: day(preview.next_at) })}</Text>
      {credit_left > 0 && <Text size="sm">{t('credit', { amount: money(credit_left) })}</Text>}
      {preview.closing_courses.length > 0 && (
        <Text size="sm">{t('change.closes', { courses: preview.closing_courses.join(', ') })}</Text>
      )}
    </Stack>
  )
}

function taxName(
  { name, basis_points, is_included }: Preview['taxes'][number],
  included: (name: string) => string,
) {
  const percent = formatNumber(basis_points / 10_000, { style: 'percent', maximumFractionDigits: 2 })
  return is_included ? included(`${name} ${percent}`) : `${name} ${percent}`
}

const Row = ({ name, isTotal, children }: { name: string; isTotal?: boolean; children: string }) => (
  <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
    <Text {...(isTotal ? { fw: 640 } : { size: 'sm', c: 'dimmed' })}>{name}</Text>
    <Text {...(isTotal ? { fw: 640 } : { size: 'sm' })} style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  </Group>
)

interface ButtonsProps {
  subscription: OwnSubscription
  plan_id: string | null
  preview: Preview | undefined
  onClose: () => void
}

function Buttons({ subscription: { id, card }, plan_id, preview, onClose }: ButtonsProps) {
  const { t } = useTranslation('subscriptions')
  const { change, isChanging } = useSubscriptionChanges()
  const due = preview?.due ?? 0
  const label = due > 0 ? t('change.pay', { amount: formatMoney(due, preview!.currency) }) : t('change.open')
  const confirm = (with_card: boolean) =>
    change.mutate(
      { id, plan_id: plan_id!, prorated_at: preview!.prorated_at, with_card },
      { onSuccess: ({ url }) => !url && onClose() },
    )
  return (
    <Stack gap="xs">
      {due > 0 && card && (
        <Text size="sm" c="dimmed">
          {t('change.card', { card: `${card.brand.toUpperCase()} •••• ${card.last4}` })}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        {due > 0 && card && (
          <Button variant="default" disabled={isChanging} onClick={() => confirm(false)}>
            {t('change.other')}
          </Button>
        )}
        <Button
          loading={isChanging}
          disabled={plan_id === null || preview === undefined}
          onClick={() => confirm(card !== null)}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
