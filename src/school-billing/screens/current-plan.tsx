import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { getPlan } from '#plans/contract.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { formatBytes, formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { isChangeable, isSubscribed, type Billing } from './billing-types.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { useChangeOptions, useStripePages } from './use-billing-actions.ts'
import { useFormatDate } from './use-format-date.ts'

type Plan = ApiReply<typeof getPlan>

interface Props {
  billing: Billing
  plan: Plan
}

/** The plan with what it includes, what is used, and what it costs. */
export function CurrentPlan({ billing, plan }: Props) {
  const { t } = useTranslation('school-billing')
  const isLive = isSubscribed(billing)
  const name = isLive && billing.plan ? billing.plan : plan.plan_name
  return (
    <Section title={t(`plan.${name}`)} text={t('current.title')} aside={<PlanBadges billing={billing} />}>
      {isLive && <Price billing={billing} />}
      {/* At a phone's width the two bars are below each other. */}
      <SimpleGrid cols={{ base: 1, sm: plan.limits ? 2 : 1 }} spacing="lg">
        <Usage
          label={t('current.seats')}
          used={plan.limits?.students.used ?? billing.seats_in_use}
          limit={plan.limits?.students.limit}
          format={formatNumber}
        />
        {plan.limits && <Usage label={t('current.storage')} {...plan.limits.storage} format={formatBytes} />}
      </SimpleGrid>
      {isLive && <Actions billing={billing} />}
    </Section>
  )
}

/** How a status is shown; a subscription that has not begun or was given up is none. */
const shownStatus = {
  none: null,
  incomplete_expired: null,
  incomplete: ['incomplete', 'accent'],
  trialing: ['active', 'success'],
  active: ['active', 'success'],
  past_due: ['past_due', 'warning'],
  unpaid: ['unpaid', 'error'],
  paused: ['unpaid', 'gray'],
  canceled: ['canceled', 'gray'],
} as const satisfies Record<Billing['status'], unknown>

function PlanBadges({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const { status, cancel_at_period_end, is_test, is_available } = billing
  const isEnding = cancel_at_period_end && isSubscribed(billing)
  const shown = isEnding ? (['canceling', 'warning'] as const) : shownStatus[status]
  return (
    <Group gap="xs">
      {shown && (
        <Badge variant="light" color={shown[1]}>
          {t(`status.${shown[0]}`)}
        </Badge>
      )}
      {is_test && is_available && (
        <Badge color="accent" variant="outline">
          {t('testMode')}
        </Badge>
      )}
    </Group>
  )
}

function Price({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const formatDate = useFormatDate()
  const { unit_amount, quantity, currency, period_end, cancel_at_period_end } = billing
  if (unit_amount === null || quantity === null || currency === null || !billing.interval) return null
  const interval = t(`interval.${billing.interval}`)
  return (
    <Group justify="space-between" gap="sm" align="flex-end">
      <div>
        <Text size="xl" fw={640}>
          {t('current.total', { amount: formatMoney(unit_amount * quantity, currency), interval })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('current.price', { amount: formatMoney(unit_amount, currency), interval })}
        </Text>
      </div>
      {period_end && (
        <Text size="sm" c="dimmed">
          {t(cancel_at_period_end ? 'current.ends' : 'current.renews')} {formatDate(period_end)}
        </Text>
      )}
    </Group>
  )
}

interface UsageProps {
  label: string
  used: number
  limit?: number | undefined
  format: (value: number) => string
}

function Usage({ label, used, limit, format }: UsageProps) {
  const { t } = useTranslation('school-billing')
  const text =
    limit === undefined
      ? t('current.unlimited', { used: format(used) })
      : t('current.used', { used: format(used), limit: format(limit) })
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="sm">
          {label}
        </Text>
        <Text size="sm">{text}</Text>
      </Group>
      {limit !== undefined && <ProgressBar label={label} share={used / limit} bare />}
    </Stack>
  )
}

function Actions({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const { isOpening, openCardUpdate, openPortal } = useStripePages()
  const [isChanging, setChanging] = useState(false)
  return (
    <Group gap="sm">
      {isChangeable(billing) && billing.is_available && (
        <Button onClick={() => setChanging(true)}>{t('current.changeSeats')}</Button>
      )}
      <Button variant="default" loading={isOpening} onClick={openCardUpdate}>
        {t('current.card')}
      </Button>
      <Button variant="default" loading={isOpening} onClick={openPortal}>
        {t('current.portal')}
      </Button>
      <CancelButton billing={billing} />
      {isChanging && <ChangeDialog billing={billing} price={null} onClose={() => setChanging(false)} />}
    </Group>
  )
}

function CancelButton({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const confirm = useConfirm()
  const formatDate = useFormatDate()
  const cancel = useApiMutation(contract.cancelSubscription, useChangeOptions())
  const reactivate = useApiMutation(contract.reactivateSubscription, useChangeOptions())
  if (billing.cancel_at_period_end)
    return (
      <Button loading={reactivate.isPending} onClick={() => reactivate.mutate({})}>
        {t('current.reactivate')}
      </Button>
    )
  const ask = async () => {
    const isSure = await confirm({
      title: t('cancel.title'),
      text: t('cancel.text', { date: billing.period_end ? formatDate(billing.period_end) : '' }),
      confirmLabel: t('current.cancel'),
      cancelLabel: t('current.reactivate'),
      danger: true,
    })
    if (isSure) cancel.mutate({ at_period_end: true })
  }
  return (
    <Button variant="subtle" color="error" loading={cancel.isPending} onClick={() => void ask()}>
      {t('current.cancel')}
    </Button>
  )
}
