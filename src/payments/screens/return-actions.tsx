import { Group } from '@mantine/core'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { TransferButton, useIsTransferOnly } from './bank-transfers/transfer-button.tsx'
import { payableItem, type OwnOrder, type PayableItem, type ReturnState } from './return-state.ts'
import { useOpenPaymentPage } from './use-open-payment-page.ts'
import type { useVerifiedOrder } from './use-verified-order.ts'

interface Props {
  state: ReturnState
  order: OwnOrder
  verified: ReturnType<typeof useVerifiedOrder>
}

/** The next steps after a payment, the most likely one first. */
export function ReturnActions({ state, order, verified }: Props) {
  const { t } = useTranslation('payments')
  const line = order.lines[0]
  const course_id = line?.courses[0]?.id
  const item = payableItem(order)
  const isForOthers = state === 'gift' || state === 'seats'
  if (!course_id || state === 'checking' || state === 'checking_card') return null
  return (
    <Group gap="sm">
      {(state === 'open' || state === 'trial') && (
        <LinkButton to={`/learn/${course_id}`}>{t('return.start')}</LinkButton>
      )}
      {state === 'trial' && (
        <LinkButton to="/payments" variant="default">
          {t('return.toPayments')}
        </LinkButton>
      )}
      {isForOthers && (
        <LinkButton to={`/payments/orders/${order.id}/seats`}>{t(`forOthers.${state}`)}</LinkButton>
      )}
      {(state === 'failed' || state === 'no_card') && item && (
        <PayButton item={item} label={t('pay.again')} />
      )}
      {(state === 'abandoned' || state === 'partial') && item && (
        <PayButton item={item} label={t('pay.continue')} />
      )}
      {state === 'not_confirmed' && <NotConfirmed item={item} verified={verified} />}
      {(state === 'open' || state === 'waiting_for_staff' || isForOthers) && (
        <LinkButton to={`/payments/orders/${order.id}`} variant="default">
          {t('receipt.show')}
        </LinkButton>
      )}
      {state !== 'open' && state !== 'trial' && !isForOthers && (
        <LinkButton to={pageOf(item, course_id)} variant="default" reloadDocument>
          {t('return.toCourse')}
        </LinkButton>
      )}
    </Group>
  )
}

/** The public page of what was bought. */
const pageOf = (item: PayableItem | null, course_id: string) =>
  item && 'plan_id' in item ? `/plans/${item.plan_id}` : `/?selected_course_id=${course_id}`

interface NotConfirmedProps {
  item: PayableItem | null
  verified: Props['verified']
}

function NotConfirmed({ item, verified }: NotConfirmedProps) {
  const { t } = useTranslation('payments')
  const checkAgain = () => {
    verified.check()
    verified.pollAgain()
  }
  return (
    <>
      <Button loading={verified.isChecking} onClick={checkAgain}>
        {t('return.checkAgain')}
      </Button>
      {item && <PayButton item={item} label={t('pay.continue')} variant="default" />}
    </>
  )
}

interface PayButtonProps {
  item: PayableItem
  label: string
  variant?: 'filled' | 'default'
}

/**
 * Opens the payment page of a course or plan: the one that is open, or a new one. In a school without a provider it opens the
 * page of a bank transfer.
 */
export function PayButton({ item, label, variant = 'filled' }: PayButtonProps) {
  const { isOpening, openPaymentPage } = useOpenPaymentPage()
  const isTransferOnly = useIsTransferOnly()
  if (isTransferOnly) return <TransferButton item={item} label={label} variant={variant} />
  return (
    <Button variant={variant} loading={isOpening} onClick={() => openPaymentPage(item)}>
      {label}
    </Button>
  )
}
