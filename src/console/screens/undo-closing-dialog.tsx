import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { ClosingSchool } from './closing-schools.tsx'

interface Props {
  school: ClosingSchool
  onClose: () => void
}

/** Cancels the closing of a school with a reason for the audit logs. */
export default function UndoClosingDialog({ school: { school_id, name }, onClose }: Props) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const title = t('closings.undoLabel', { name })
  const form = useApiForm({
    contract: contract.cancelClosing,
    initialValues: { reason: '' },
    rules: { reason: required() },
    input: ({ reason }) => ({ school_id, reason }),
    onDone() {
      toast(t('closings.done', { name }))
      void client.invalidateQueries({ queryKey: queryKey(contract.listClosings) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form form={form} label={title}>
        <FormSummary form={form} />
        <TextArea
          {...form.field('reason')}
          label={t('closings.reason')}
          autosize
          minRows={2}
          maxLength={500}
          required
        />
        <SubmitButton form={form}>{t('closings.undo')}</SubmitButton>
      </Form>
    </Modal>
  )
}
