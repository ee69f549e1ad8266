import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { readyMadeDesigns } from '#lib/certificates/ready-made.ts'
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
import { DesignChoice } from '../design/design-choice.tsx'
import { CourseField } from '../fields/course-field.tsx'

/** Creates a template from a ready-made design. */
export default function TemplateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('manage-certificates')
  const form = useNewTemplate()
  return (
    <Modal opened onClose={onClose} title={t('template.title')} size="lg">
      <Form form={form} label={t('template.title')}>
        <FormSummary form={form} />
        <TextField {...form.field('name')} label={t('name')} required maxLength={150} data-autofocus />
        <DesignChoice {...form.field('design')} label={t('design')} count={readyMadeDesigns} />
        <CourseField
          {...form.field('course_id')}
          label={t('course')}
          hint={t('template.courseHint')}
          placeholder={t('anyCourse')}
        />
        <TextArea
          {...form.field('certification_text')}
          label={t('template.certificationText')}
          hint={t('template.certificationTextHint')}
          maxLength={2_000}
          autosize
          minRows={2}
        />
        <TextField {...form.field('signer')} label={t('template.signer')} maxLength={200} />
        <DialogButtons onClose={onClose}>
          <SubmitButton form={form}>{t('template.submit')}</SubmitButton>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

/** Creates the template, and opens its editor. */
function useNewTemplate() {
  const { t } = useTranslation('manage-certificates')
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useApiForm({
    contract: contract.createSchoolCertificate,
    initialValues: {
      name: '',
      course_id: null as string | null,
      certification_text: t('template.textDefault'),
      signer: '',
      design: '0',
    },
    rules: { name: required() },
    input: ({ design, ...values }) => ({ ...values, cert_index: Number(design) }),
    async onDone({ id, name }) {
      await invalidate(cache, [contract.listSchoolCertificates])
      toast(t('template.created', { name }))
      await navigate(`/manage/certificates/${id}`)
    },
  })
}
