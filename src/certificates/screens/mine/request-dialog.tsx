import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { listMyCourses } from '#learning/contract.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { DialogButtons } from '../fields/dialog-buttons.tsx'

/** Asks the school for the certificate of a course. */
export default function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('my-certificates')
  const courses = useApiQuery(listMyCourses, { limit: 100 }).data?.data
  const form = useRequest(onClose)
  return (
    <Modal opened onClose={onClose} title={t('request.title')}>
      <Form form={form} label={t('request.title')}>
        <Text c="dimmed">{t('request.text')}</Text>
        <FormSummary form={form} />
        <SelectField
          {...form.field('course_id')}
          label={t('request.course')}
          hint={t('request.courseHint')}
          required
          searchable
          nothingFoundMessage={t('request.noCourse')}
          data-autofocus
          choices={(courses ?? []).map(({ course_id, course_name }) => ({
            value: course_id,
            label: course_name,
          }))}
        />
        <TextArea {...form.field('message')} label={t('request.message')} maxLength={1_000} minRows={3} />
        <DialogButtons onClose={onClose}>
          <SubmitButton form={form}>{t('request.submit')}</SubmitButton>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

function useRequest(onClose: () => void) {
  const { t } = useTranslation('my-certificates')
  const cache = useQueryClient()
  return useApiForm({
    contract: contract.requestCertificate,
    initialValues: { course_id: null as string | null, message: '' },
    rules: { course_id: required() },
    input: ({ course_id, message }) => ({ course_id: course_id!, message }),
    async onDone() {
      await invalidate(cache, [contract.listMyCertificateRequests])
      toast(t('request.done'))
      onClose()
    },
  })
}
