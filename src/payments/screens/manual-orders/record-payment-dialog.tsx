import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getOrder, listBankTransfers, listOrders, recordManualPayment } from '../../contract.ts'
import type { OrderDetails } from '../order-timeline.ts'
import {
  emptyPayment,
  NoteField,
  PaymentFields,
  paymentInput,
  type PaymentValues,
} from './payment-fields.tsx'

interface Props {
  order: OrderDetails
  onClose: () => void
}

const rules = { amount: required(), method: required(), paid_on: required() }

/** Records money for an unpaid order that the school got itself. */
export default function RecordPaymentDialog({ order, onClose }: Props) {
  const { t } = useTranslation('manual-orders')
  const cache = useQueryClient()
  const { id, currency } = order
  const missing = order.total - order.paid_amount
  const form = useApiForm({
    contract: recordManualPayment,
    initialValues: { ...emptyPayment(), amount: missing } as PaymentValues & { amount: number | null },
    rules,
    input: ({ amount, ...values }) => ({ id, amount: amount ?? 0, ...paymentInput(values) }),
    onDone: async () => {
      onClose()
      toast(t('pay.saved'))
      for (const contract of [getOrder, listOrders, listBankTransfers])
        await cache.invalidateQueries({ queryKey: queryKey(contract) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('pay.title')}>
      <Form form={form} label={t('pay.title')}>
        <Text>{t('pay.text')}</Text>
        <FormSummary form={form} />
        <MoneyField
          {...form.field('amount')}
          label={t('amount')}
          hint={t('amountHint', { amount: formatMoney(missing, currency) })}
          currency={currency}
          required
        />
        <PaymentFields form={form} />
        <NoteField form={form} />
        <SubmitButton form={form}>{t('pay.open')}</SubmitButton>
      </Form>
    </Modal>
  )
}
