import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { refundOfSeats } from '#lib/money/refund-of-seats.ts'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getOrder, listOrders, listOrderSeats, refundOrder } from '../../contract.ts'
import { lineName } from '../line-name.ts'
import type { OrderDetails } from '../order-timeline.ts'
import { accessEffect, lineRemainder } from './refund-choice.ts'

interface Props {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

/** Asks how much of each line to refund, and says what that does to the student's access. */
export function RefundDialog({ order, opened, onClose }: Props) {
  const { t } = useTranslation('payments')
  return (
    <Modal opened={opened} onClose={onClose} title={t('refund.title', { number: order.number })}>
      <RefundForm order={order} onClose={onClose} />
    </Modal>
  )
}

/** The chosen amounts by line; a line starts with everything that is left of it. */
function useRefundChoice(order: OrderDetails) {
  const lines = order.lines
    .map((line) => ({ ...line, remainder: lineRemainder(line, order) }))
    .filter(({ remainder }) => remainder > 0)
  const [amounts, setAmounts] = useState<Record<string, number | null>>({})
  const [seats, setSeats] = useState<Record<string, number | null>>({})
  const seatsOf = ({ id }: (typeof lines)[number]) => seats[id] ?? null
  const amountOf = (line: (typeof lines)[number]) => {
    const count = seatsOf(line)
    if (count !== null) return refundOfSeats(line, count, order.currency)
    return amounts[line.id] === undefined ? line.remainder : amounts[line.id]!
  }
  const chosen = lines.flatMap((line) => {
    const amount = amountOf(line) ?? 0
    return amount > 0 ? [{ ...line, amount, seats: seatsOf(line) }] : []
  })
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0)
  const isTooHigh =
    chosen.some(({ amount, remainder }) => amount > remainder) || total > order.refundable_amount
  return {
    lines,
    chosen,
    total,
    isTooHigh,
    amountOf,
    seatsOf,
    setSeats: (id: string, count: number | null) => setSeats({ ...seats, [id]: count }),
    setAmount: (id: string, amount: number | null) => setAmounts({ ...amounts, [id]: amount ?? 0 }),
  }
}

/** Sends the chosen refund, and reports the result in a toast. */
function useRefund(onDone: () => void) {
  const { t } = useTranslation('payments')
  const { errorText } = useErrorText()
  return useApiMutation(refundOrder, {
    invalidates: [getOrder, listOrders],
    onSuccess: () => {
      toast(t('refund.requested'))
      onDone()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
}

function RefundForm({ order, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['payments', 'ui'])
  const choice = useRefundChoice(order)
  const [reason, setReason] = useState('')
  const [endsAccess, setEndsAccess] = useState(false)
  const refund = useRefund(onClose)
  const isPart = choice.chosen.some(({ amount, remainder }) => amount < remainder)
  const submit = () =>
    refund.mutate({
      id: order.id,
      lines: choice.chosen.map(({ id, amount, seats }) => ({
        line_id: id,
        ...(seats === null ? { amount } : { seats }),
      })),
      ...(reason.trim() && { reason: reason.trim() }),
      ends_access: endsAccess,
    })
  return (
    <Stack gap="md">
      <Amounts order={order} choice={choice} />
      {isPart && <CheckboxField label={t('refund.endsAccess')} value={endsAccess} onChange={setEndsAccess} />}
      <Reason value={reason} onChange={setReason} />
      <Preview order={order} chosen={choice.chosen} endsAccess={endsAccess} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui:actions.cancel')}
        </Button>
        <Button
          color="error"
          loading={refund.isPending}
          disabled={choice.total === 0 || choice.isTooHigh}
          onClick={submit}
        >
          {t('refund.submit', { amount: formatMoney(choice.total, order.currency) })}
        </Button>
      </Group>
    </Stack>
  )
}

interface AmountsProps {
  order: OrderDetails
  choice: ReturnType<typeof useRefundChoice>
}

function Amounts({ order, choice }: AmountsProps) {
  const { t } = useTranslation(['payments', 'seats'])
  const free = useFreeSeats(order)
  return choice.lines.map((line) => (
    <Fragment key={line.id}>
      {line.purpose === 'seats' && (
        <NumberField
          label={t('seats:staff.refundSeats')}
          {...(free !== undefined && { hint: t('refund.upTo', { amount: formatNumber(free) }) })}
          value={choice.seatsOf(line)}
          onChange={(count) => choice.setSeats(line.id, count)}
          min={1}
          max={free ?? line.quantity - line.refunded_quantity}
          disabled={free === 0}
          allowDecimal={false}
        />
      )}
      <MoneyField
        label={lineName(line)}
        hint={t('refund.upTo', { amount: formatMoney(line.remainder, order.currency) })}
        currency={order.currency}
        disabled={choice.seatsOf(line) !== null}
        value={choice.amountOf(line)}
        onChange={(amount) => choice.setAmount(line.id, amount)}
        {...((choice.amountOf(line) ?? 0) > line.remainder && { error: t('errors.refund_above_remainder') })}
      />
    </Fragment>
  ))
}

/** How many seats of an order nobody uses; undefined while it loads, and without seats. */
function useFreeSeats({ id, lines }: OrderDetails) {
  const enabled = lines.some(({ purpose }) => purpose === 'seats')
  return useApiQuery(listOrderSeats, { id }, { enabled }).data?.purchase?.free
}

function Reason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation('payments')
  return (
    <TextArea
      label={t('refund.reason')}
      hint={t('refund.reasonHint')}
      value={value}
      onChange={onChange}
      maxLength={500}
      minRows={2}
    />
  )
}

interface PreviewProps {
  order: OrderDetails
  chosen: ReturnType<typeof useRefundChoice>['chosen']
  endsAccess: boolean
}

/** What the refund does: where the money goes, and which courses close. */
function Preview({ order, chosen, endsAccess }: PreviewProps) {
  const { t } = useTranslation(['payments', 'seats'])
  const name = order.buyer.name || order.buyer.email
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('refund.preview')} role="status">
      <Stack gap={6}>
        {chosen.length === 0 && <Text size="sm">{t('refund.nothing')}</Text>}
        {chosen.map(({ id, title, purpose, amount, remainder }) => {
          const effect = accessEffect(amount, { remainder, ends_access: endsAccess })
          return (
            <Text size="sm" key={id}>
              {purpose === 'self'
                ? t(`refund.${effect}`, { name, course: title })
                : t(`seats:staff.${effect}`, { course: title })}
            </Text>
          )
        })}
        {chosen.length > 0 && <Text size="sm">{t('refund.money')}</Text>}
      </Stack>
    </Alert>
  )
}
