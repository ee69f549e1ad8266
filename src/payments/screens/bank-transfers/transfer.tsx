import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconBuildingBank, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#lib/ids/is-uuid.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getMyBankTransfer, getMyOrder } from '../../contract.ts'
import { PayButton } from '../return-actions.tsx'
import { payableItem, purposeOf } from '../return-state.ts'
import { ProofForm } from './proof-form.tsx'
import { TransferButton, useIsTransferOnly } from './transfer-button.tsx'

export const handle: ScreenHandle = { namespaces: ['payments'] }

export type MyTransfer = ApiReply<typeof getMyBankTransfer>

/** How to pay an order by bank transfer, and what became of it. */
export default function BankTransfer() {
  const { t } = useTranslation('payments')
  const [parameters] = useSearchParams()
  const id = parameters.get('order') ?? ''
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageHeading title={t('transfers.title')} crumbs={[{ label: t('mine.title'), to: '/payments' }]} />
      {isUuid(id) ? (
        <Transfer order_id={id} />
      ) : (
        <EmptyState
          icon={<IconBuildingBank size={40} />}
          title={t('return.unknown')}
          text={t('return.unknownText')}
          action={<LinkButton to="/payments">{t('return.toPayments')}</LinkButton>}
        />
      )}
    </Stack>
  )
}

/** Milliseconds between refetches while staff check a proof. */
const checkPollMs = 10_000

function Transfer({ order_id }: { order_id: string }) {
  const [isChecked, setChecked] = useState(false)
  const refetchInterval = isChecked ? checkPollMs : false
  const query = useApiQuery(getMyBankTransfer, { id: order_id }, { refetchInterval })
  const transfer = query.data
  if (transfer && (transfer.state === 'submitted') !== isChecked) setChecked(!isChecked)
  if (!transfer)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <CardSkeleton cards={2} />
    )
  const isOpen = stateOf(transfer) === 'waiting' || stateOf(transfer) === 'declined'
  return (
    <>
      <State transfer={transfer} />
      {isOpen && <Accounts transfer={transfer} />}
      {(isOpen || transfer.state === 'submitted') && (
        // A form of its own for each proof.
        <ProofForm key={transfer.proof?.submitted_at ?? ''} transfer={transfer} />
      )}
    </>
  )
}

/** A transfer that staff approved may have paid only a part. */
const stateOf = ({ state, order_status }: MyTransfer) =>
  state === 'approved' && order_status === 'partially_paid' ? 'partial' : state

const icons = {
  waiting: IconBuildingBank,
  submitted: IconClock,
  declined: IconAlertTriangle,
  approved: IconCircleCheck,
  partial: IconAlertTriangle,
  expired: IconClock,
}

function State({ transfer }: { transfer: MyTransfer }) {
  const { t, i18n } = useTranslation('payments')
  const state = stateOf(transfer)
  const Icon = icons[state]
  const values = {
    amount: formatMoney(transfer.open_amount, transfer.currency),
    date: formatTime(new Date(transfer.expires_at), { style: 'date', language: i18n.language, zone: 'UTC' }),
  }
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md">
        <Group gap="md" wrap="nowrap" align="flex-start" role="status">
          <Text c={state === 'approved' ? 'success' : 'dimmed'} component="span" lh={0} aria-hidden>
            <Icon size={36} />
          </Text>
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text c="dimmed" size="sm">
              {transfer.title}
            </Text>
            <Text fw={680} size="xl" component="h2" lh={1.3}>
              {t(`transfers.page.${state}`, values)}
            </Text>
            <Text mt={4}>{t(`transfers.page.${state}Text`, values)}</Text>
            {transfer.decline_reason && (
              <Text mt="xs" fw={560}>
                {transfer.decline_reason}
              </Text>
            )}
          </div>
        </Group>
        <NextStep state={state} order_id={transfer.order_id} />
      </Stack>
    </Paper>
  )
}

/** Other ways on: the rest of the price, a new start, or the course. */
function NextStep({ state, order_id }: { state: ReturnType<typeof stateOf>; order_id: string }) {
  const { t } = useTranslation('payments')
  // Staff may approve it while this page is open: then the course opens a moment later than the transfer is approved.
  const [isPaid, setPaid] = useState(false)
  const refetchInterval = state === 'approved' && !isPaid ? 2_000 : false
  const order = useApiQuery(getMyOrder, { id: order_id }, { refetchInterval }).data
  if (!isPaid && order?.status === 'paid') setPaid(true)
  const isTransferOnly = useIsTransferOnly()
  const item = payableItem(order)
  const purpose = purposeOf(order?.lines ?? [])
  const course_id = order?.lines[0]?.courses.find(
    ({ enrolment_status }) => enrolment_status === 'approved',
  )?.id
  if (state === 'approved')
    return (
      <Group gap="sm">
        {purpose !== 'self' && (
          <LinkButton to={`/payments/orders/${order_id}/seats`}>{t(`forOthers.${purpose}`)}</LinkButton>
        )}
        {course_id && purpose === 'self' && (
          <LinkButton to={`/learn/${course_id}`}>{t('return.start')}</LinkButton>
        )}
        <LinkButton to={`/payments/orders/${order_id}`} variant="default">
          {t('receipt.show')}
        </LinkButton>
      </Group>
    )
  if (state !== 'partial' && state !== 'expired') return null
  // A later payment of a plan goes on from the list of payments.
  if (!item) return <LinkButton to="/payments">{t('return.toPayments')}</LinkButton>
  return (
    <Group gap="sm">
      <TransferButton
        item={item}
        label={t(state === 'partial' ? 'transfers.payRest' : 'transfers.startAgain')}
        variant="filled"
      />
      {!isTransferOnly && <PayButton item={item} label={t('pay.continue')} variant="default" />}
    </Group>
  )
}

/** Where to send which amount with which reference. */
function Accounts({ transfer }: { transfer: MyTransfer }) {
  const { t } = useTranslation('payments')
  return (
    <Section title={formatMoney(transfer.amount, transfer.currency)}>
      <div>
        <CopyValue label={t('transfers.reference')} value={transfer.reference} />
        <Text size="sm" c="dimmed" mt={4}>
          {t('transfers.referenceHint')}
        </Text>
      </div>
      {transfer.accounts.map((account) => (
        <Stack key={`${account.bank_name} ${account.account_number}`} gap="sm">
          <div>
            <Text size="sm" c="dimmed">
              {account.bank_name}
            </Text>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {account.account_name}
            </Text>
          </div>
          <CopyValue label={t('transfers.accountNumber')} value={account.account_number} />
          {account.note && (
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {account.note}
            </Text>
          )}
        </Stack>
      ))}
    </Section>
  )
}
