import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  approveBankTransfer,
  declineBankTransfer,
  getOrder,
  listBankTransfers,
  listOrders,
} from '../../contract.ts'
import type { StaffTransfer } from './order-transfers.tsx'

interface Props {
  transfer: StaffTransfer
  onClose: () => void
}

/** Reads the order again after a decision. */
function useDecided(onClose: () => void) {
  const cache = useQueryClient()
  return async (text: string) => {
    onClose()
    toast(text)
    for (const contract of [getOrder, listOrders, listBankTransfers])
      await cache.invalidateQueries({ queryKey: queryKey(contract) })
  }
}

export function ApproveDialog({ transfer, onClose }: Props) {
  const { t } = useTranslation('payments')
  const decided = useDecided(onClose)
  const form = useApiForm({
    contract: approveBankTransfer,
    initialValues: { amount: (transfer.proof?.amount ?? transfer.amount) as number | null },
    rules: { amount: required() },
    input: ({ amount }) => ({ id: transfer.id, amount: amount ?? 0 }),
    onDone: () => decided(t('transfers.staff.approved')),
  })
  return (
    <Modal opened onClose={onClose} title={t('transfers.staff.approve')}>
      <Form form={form} label={t('transfers.staff.approve')}>
        <Text>{t('transfers.staff.approveText')}</Text>
        <FormSummary form={form} />
        <MoneyField
          {...form.field('amount')}
          label={t('transfers.staff.received')}
          currency={transfer.currency}
          required
        />
        <SubmitButton form={form}>{t('transfers.staff.approve')}</SubmitButton>
      </Form>
    </Modal>
  )
}

export function DeclineDialog({ transfer, onClose }: Props) {
  const { t } = useTranslation('payments')
  const decided = useDecided(onClose)
  const form = useApiForm({
    contract: declineBankTransfer,
    initialValues: { reason: '' },
    rules: { reason: required() },
    input: ({ reason }) => ({ id: transfer.id, reason }),
    onDone: () => decided(t('transfers.staff.declined')),
  })
  return (
    <Modal opened onClose={onClose} title={t('transfers.staff.decline')}>
      <Form form={form} label={t('transfers.staff.decline')}>
        <Text>{t('transfers.staff.declineText')}</Text>
        <FormSummary form={form} />
        <TextArea
          {...form.field('reason')}
          label={t('transfers.staff.reason')}
          minRows={3}
          maxLength={500}
          required
        />
        <SubmitButton form={form}>{t('transfers.staff.decline')}</SubmitButton>
      </Form>
    </Modal>
  )
}
