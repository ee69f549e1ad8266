import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { enteredVerification } from '#ui/form/fields/verification-fields.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { allRules, email, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { OwnerReauth } from './owner-reauth.tsx'

interface Props {
  school_id: string
  onClose: () => void
}

const choices = ['admin', 'no_role'] as const

/** Offers the school to a new owner, with reauthentication. */
export default function TransferDialog({ school_id, onClose }: Props) {
  const { t } = useTranslation('ownership')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.offerTransfer,
    initialValues: { email: '', former_owner_becomes: 'admin' as string, password: '', code: '' },
    rules: { email: allRules(required(), email()), password: required() },
    input: (values) => ({
      school_id,
      email: values.email.trim(),
      former_owner_becomes: values.former_owner_becomes as (typeof choices)[number],
      ...enteredVerification(values),
    }),
    onDone(offer) {
      toast(t('transfer.done', { email: offer.email }))
      void client.invalidateQueries({ queryKey: queryKey(contract.getOwnership) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('transfer.title')}>
      <Form form={form} label={t('transfer.title')}>
        <FormSummary form={form} />
        <TextField
          {...form.field('email')}
          label={t('transfer.email')}
          hint={t('transfer.emailHint')}
          type="email"
          required
          autoComplete="off"
          maxLength={254}
        />
        <RadioField
          {...form.field('former_owner_becomes')}
          label={t('transfer.you')}
          choices={choices.map((value) => ({ value, label: t(`transfer.you_${value}`) }))}
        />
        <OwnerReauth form={form} />
        <SubmitButton form={form}>{t('transfer.submit')}</SubmitButton>
      </Form>
    </Modal>
  )
}
