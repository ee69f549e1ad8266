import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  consoleDecideQuarantinedPayment,
  consoleListQuarantinedPayments,
  decideQuarantinedPayment,
  getOrder,
  listOrders,
} from '../../contract.ts'
import type { Quarantined } from './quarantined-facts.tsx'

interface Props {
  payment: Quarantined
  /** In the console instead of the school. */
  isPlatform: boolean
  onClose: () => void
}

const decisions = ['accept', 'return', 'ignore'] as const
type Decision = (typeof decisions)[number]

const canAccept = ({ reason, expected, found }: Quarantined) =>
  reason === 'reference' && expected.currency === found.currency && expected.mode === found.mode

/** The decision about a payment that does not match its order, with its reason. */
export default function DecideDialog({ payment, isPlatform, onClose }: Props) {
  const { t } = useTranslation('quarantine')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: isPlatform ? consoleDecideQuarantinedPayment : decideQuarantinedPayment,
    initialValues: { decision: '', reason: '' },
    rules: { decision: required(), reason: required() },
    input: ({ decision, reason }) => ({ id: payment.id, decision: decision as Decision, reason }),
    async onDone() {
      for (const list of [getOrder, listOrders, consoleListQuarantinedPayments])
        await cache.invalidateQueries({ queryKey: queryKey(list) })
      toast(t('done'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('decideTitle')}>
      <Form form={form} label={t('decideTitle')}>
        <FormSummary form={form} />
        <RadioField
          {...form.field('decision')}
          label={t('decision')}
          required
          choices={decisions.map((value) => ({ value, ...choice(t, payment, value) }))}
        />
        <TextArea
          {...form.field('reason')}
          label={t('reason')}
          hint={t('reasonHint')}
          autosize
          minRows={2}
          maxLength={500}
          required
        />
        <SubmitButton form={form}>{t('save')}</SubmitButton>
      </Form>
    </Modal>
  )
}

type Translate = ReturnType<typeof useTranslation<'quarantine'>>['t']

function choice(t: Translate, payment: Quarantined, value: Decision) {
  const disabled = value === 'accept' && !canAccept(payment)
  return { label: t(`choice.${value}`), hint: t(disabled ? 'cannotAccept' : `effect.${value}`), disabled }
}
