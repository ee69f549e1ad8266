import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { DialogButtons } from '../fields/dialog-buttons.tsx'
import type { Certificate } from './issued-table.tsx'

interface Props {
  certificate: Certificate
  onClose: () => void
}

/** Issues a corrected certificate, which replaces this one. */
export default function CorrectDialog({ certificate, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const form = useCorrection({ certificate, onClose })
  return (
    <Modal opened onClose={onClose} title={t('correct.title')} size="lg">
      <Form form={form} label={t('correct.title')}>
        <Text c="dimmed">{t('correct.text')}</Text>
        <FormSummary form={form} />
        <TextField
          {...form.field('student_name')}
          label={t('printedName')}
          required
          maxLength={200}
          dir="auto"
          data-autofocus
        />
        <TextField
          {...form.field('course_name')}
          label={t('printedCourse')}
          required
          maxLength={200}
          dir="auto"
        />
        <TextArea
          {...form.field('reason')}
          label={t('correct.reason')}
          hint={t('reasonHint')}
          maxLength={1_000}
          minRows={2}
        />
        <DialogButtons onClose={onClose}>
          <SubmitButton form={form}>{t('correct.submit')}</SubmitButton>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

function useCorrection({ certificate, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const cache = useQueryClient()
  const { id, student_name, course_name } = certificate
  return useApiForm({
    contract: contract.correctCertificate,
    initialValues: { student_name, course_name, reason: '' },
    rules: { student_name: required(), course_name: required() },
    input: (values) => ({ id, ...values }),
    async onDone() {
      await invalidate(cache, [contract.listCertificates])
      toast(t('correct.done'))
      onClose()
    },
  })
}
