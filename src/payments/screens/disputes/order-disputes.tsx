import { Badge, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { closeManualDispute, getOrder, listOrders } from '../../contract.ts'
import type { OrderDetails } from '../order-timeline.ts'
import { RecordDispute } from './record-dispute.tsx'

const AnswerDialog = lazy(() => import('./answer-dialog.tsx'))

export type Dispute = OrderDetails['disputes'][number]
const colors = { open: 'error', won: 'success', lost: 'gray' } as const

/** Disputes of an order, and what staff can do about them. */
export function OrderDisputes({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('disputes')
  const payment = order.payments.find(
    ({ id, provider }) =>
      provider === 'flutterwave' && !order.disputes.some(({ payment_id }) => payment_id === id),
  )
  if (order.disputes.length === 0 && !payment) return null
  return (
    <Section title={t('title')}>
      {order.disputes.map((dispute) => (
        <OneDispute key={dispute.id} dispute={dispute} />
      ))}
      {payment && <RecordDispute order={order} payment={payment} />}
    </Section>
  )
}

function OneDispute({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const { state, amount, currency, provider, reason, due_at, evidence_sent_at } = dispute
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="sm">
        <Text fw={560}>
          {t('disputed', { amount: formatMoney(amount, currency), provider: providerTitles[provider] })}
        </Text>
        <Badge color={colors[state]} variant="light">
          {t(`state.${state}`)}
        </Badge>
      </Group>
      {reason && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('reason', { reason })}
        </Text>
      )}
      {state === 'open' && due_at && (
        <Text size="sm">
          {t('due')} <Time at={due_at} />
        </Text>
      )}
      {evidence_sent_at && (
        <Text size="sm" c="dimmed">
          {t('sent')} <Time at={evidence_sent_at} />
        </Text>
      )}
      {state === 'open' && <DisputeActions dispute={dispute} />}
    </Stack>
  )
}

function DisputeActions({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const [isAnswering, setAnswering] = useState(false)
  if (dispute.provider === 'flutterwave') return <ManualResult dispute={dispute} />
  if (dispute.evidence_sent_at) return null
  return (
    <>
      <Button size="sm" onClick={() => setAnswering(true)}>
        {t('answer.open')}
      </Button>
      {isAnswering && (
        <Suspense>
          <AnswerDialog dispute={dispute} onClose={() => setAnswering(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Flutterwave’s API tells no result: staff read it in its dashboard. */
function ManualResult({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const close = useApiMutation(closeManualDispute, {
    invalidates: [getOrder, listOrders],
    onError: (error) => toast(errorText(error), 'error'),
  })
  const end = async (result: 'won' | 'lost') => {
    const label = t(`manual.${result}`)
    const isSure = await confirm({ title: label, text: t('manual.sure'), confirmLabel: label, danger: true })
    if (isSure) close.mutate({ id: dispute.id, result })
  }
  return (
    <>
      <Text size="sm">{t('flutterwave')}</Text>
      <Group gap="sm">
        {(['won', 'lost'] as const).map((result) => (
          <Button
            key={result}
            size="sm"
            variant="default"
            loading={close.isPending}
            onClick={() => void end(result)}
          >
            {t(`manual.${result}`)}
          </Button>
        ))}
      </Group>
    </>
  )
}
