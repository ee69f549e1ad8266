import { Group } from '@mantine/core'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OwnOrder, ReturnState } from './return-state.ts'
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
  const tier = line?.tier ?? null
  if (!course_id || state === 'checking') return null
  return (
    <Group gap="sm">
      {state === 'open' && <LinkButton to={`/learn/${course_id}`}>{t('return.start')}</LinkButton>}
      {state === 'failed' && <PayButton course_id={course_id} tier={tier} label={t('pay.again')} />}
      {(state === 'abandoned' || state === 'partial') && (
        <PayButton course_id={course_id} tier={tier} label={t('pay.continue')} />
      )}
      {state === 'not_confirmed' && <NotConfirmed course_id={course_id} tier={tier} verified={verified} />}
      {(state === 'open' || state === 'waiting_for_staff') && (
        <LinkButton to={`/payments/orders/${order.id}`} variant="default">
          {t('receipt.show')}
        </LinkButton>
      )}
      {state !== 'open' && (
        <LinkButton to={`/?selected_course_id=${course_id}`} variant="default" reloadDocument>
          {t('return.toCourse')}
        </LinkButton>
      )}
    </Group>
  )
}

interface NotConfirmedProps {
  course_id: string
  tier: number | null
  verified: Props['verified']
}

function NotConfirmed({ course_id, tier, verified }: NotConfirmedProps) {
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
      <PayButton course_id={course_id} tier={tier} label={t('pay.continue')} variant="default" />
    </>
  )
}

interface PayButtonProps {
  course_id: string
  /** The tier of the order; null in a course without tiers. */
  tier: number | null
  label: string
  variant?: 'filled' | 'default'
}

/** Opens the payment page of a course: the one that is open, or a new one. */
export function PayButton({ course_id, tier, label, variant = 'filled' }: PayButtonProps) {
  const { isOpening, openPaymentPage } = useOpenPaymentPage()
  return (
    <Button variant={variant} loading={isOpening} onClick={() => openPaymentPage({ course_id, tier })}>
      {label}
    </Button>
  )
}
