import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getMySecondFactor } from '#accounts/contract.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { enteredVerification, VerificationFields } from '#ui/form/fields/verification-fields.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

interface Props {
  school_id: string
  school_url: string
  grace_days: number
  onClose: () => void
}

/** Confirms the school's address and reauthenticates the owner. */
export default function CloseSchoolDialog({ school_id, school_url, grace_days, onClose }: Props) {
  const { t } = useTranslation('school-closure')
  const client = useQueryClient()
  const factor = useApiQuery(getMySecondFactor, {}, { staleTime: 60_000 })
  const form = useApiForm({
    contract: contract.closeSchool,
    initialValues: { school_url: '', reason: '', password: '', code: '' },
    rules: { school_url: required(), password: required() },
    input: ({ school_url, reason, ...proof }) => ({
      school_id,
      school_url,
      ...(reason.trim() && { reason }),
      ...enteredVerification(proof),
    }),
    onDone() {
      toast(t('done'))
      void client.invalidateQueries({ queryKey: queryKey(contract.getClosing) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('title')}>
      <Form form={form} label={t('title')}>
        <Text>{t('text', { days: grace_days })}</Text>
        <FormSummary form={form} />
        <TextField
          {...form.field('school_url')}
          label={t('address')}
          hint={t('addressHint', { address: school_url })}
          required
          autoComplete="off"
          maxLength={120}
        />
        <TextArea
          {...form.field('reason')}
          label={t('reason')}
          hint={t('reasonHint')}
          autosize
          minRows={2}
          maxLength={1000}
        />
        <VerificationFields form={form} hasFactor={Boolean(factor.data?.enabled_at)} />
        <SubmitButton form={form} color="error">
          {t('submit')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
