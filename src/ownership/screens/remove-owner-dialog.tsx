import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { enteredVerification } from '#ui/form/fields/verification-fields.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Owner } from './owners-section.tsx'
import { OwnerReauth } from './owner-reauth.tsx'

interface Props {
  owner: Owner
  school_id: string
  onClose: () => void
}

const choices = ['admin', 'no_role'] as const

/** Removes an owner, or oneself. */
export default function RemoveOwnerDialog({ owner, school_id, onClose }: Props) {
  const { t } = useTranslation('ownership')
  const client = useQueryClient()
  const navigate = useNavigate()
  const title = owner.is_you ? t('owners.leaveTitle') : t('owners.removeTitle', { name: owner.name })
  const form = useApiForm({
    contract: contract.removeOwner,
    initialValues: { new_role: 'admin' as string, password: '', code: '' },
    rules: { password: required() },
    input: ({ new_role, ...proof }) => ({
      school_id,
      account_id: owner.id,
      new_role: new_role as (typeof choices)[number],
      ...enteredVerification(proof),
    }),
    onDone() {
      toast(owner.is_you ? t('owners.left') : t('owners.removed', { name: owner.name }))
      onClose()
      if (owner.is_you) void navigate('/account')
      else void client.invalidateQueries({ queryKey: queryKey(contract.getOwnership) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form form={form} label={title}>
        <FormSummary form={form} />
        <RadioField
          {...form.field('new_role')}
          label={t('owners.new_role')}
          choices={choices.map((value) => ({
            value,
            label: t(`owners.new_role_${value}`),
            hint: t(`owners.newRoleHint_${value}`),
          }))}
        />
        <OwnerReauth form={form} />
        <SubmitButton form={form} color="error">
          {t(owner.is_you ? 'owners.leave' : 'owners.remove')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
