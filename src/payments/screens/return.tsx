import { Group, Loader, Paper, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#lib/ids/is-uuid.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { OrderLines } from './order-lines.tsx'
import { ReturnActions } from './return-actions.tsx'
import { returnState, type OwnOrder, type ReturnState } from './return-state.ts'
import { useVerifiedOrder } from './use-verified-order.ts'

export const handle: ScreenHandle = { namespaces: ['payments'] }

/** Where a payment provider returns the buyer: says whether the order is paid, and what follows. */
export default function PaymentReturn() {
  const { t } = useTranslation('payments')
  const [parameters] = useSearchParams()
  const id = parameters.get('order') ?? ''
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageHeading title={t('return.title')} />
      {isUuid(id) ? (
        <Result id={id} hasLeft={hasLeftPage(parameters)} />
      ) : (
        <EmptyState
          icon={<IconCircleX size={40} />}
          title={t('return.unknown')}
          text={t('return.unknownText')}
          action={<LinkButton to="/payments">{t('return.toPayments')}</LinkButton>}
        />
      )}
    </Stack>
  )
}

/** Flutterwave adds the status to the address. It is a hint only: the order is verified in any case. */
const hasLeftPage = (parameters: URLSearchParams) => /^cancell?ed$/.test(parameters.get('status') ?? '')

function Result({ id, hasLeft }: { id: string; hasLeft: boolean }) {
  const verified = useVerifiedOrder(id)
  const { order, error, isPolling } = verified
  if (!order)
    return error ? <ErrorState error={error} onRetry={verified.check} /> : <CardSkeleton cards={1} />
  const state = returnState(order, { hasLeft, isPolling })
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div role="status">
          <Message state={state} order={order} />
        </div>
        <OrderLines order={order} />
        <ReturnActions state={state} order={order} verified={verified} />
      </Stack>
    </Paper>
  )
}

const icons: Record<Exclude<ReturnState, 'checking' | 'checking_card'>, typeof IconClock> = {
  trial: IconCircleCheck,
  no_card: IconCircleX,
  open: IconCircleCheck,
  waiting_for_staff: IconCircleCheck,
  gift: IconCircleCheck,
  seats: IconCircleCheck,
  not_enrolled: IconAlertTriangle,
  partial: IconAlertTriangle,
  abandoned: IconClock,
  not_confirmed: IconClock,
  failed: IconCircleX,
  refunded: IconArrowBackUp,
  canceled: IconCircleX,
}

function Message({ state, order }: { state: ReturnState; order: OwnOrder }) {
  const { t } = useTranslation('payments')
  const Icon = state === 'checking' || state === 'checking_card' ? null : icons[state]
  const color = Icon === IconCircleCheck ? 'success' : undefined
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      {Icon ? (
        <Text c={color ?? 'dimmed'} component="span" lh={0} aria-hidden>
          <Icon size={36} />
        </Text>
      ) : (
        <Loader size={32} aria-hidden />
      )}
      <div>
        <Text fw={680} size="xl" component="h2" lh={1.3}>
          {t(`return.${state}`)}
        </Text>
        <Text mt={4}>{t(`return.${state}Text`, { number: order.number })}</Text>
      </div>
    </Group>
  )
}
