import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CourseField } from './course-field.tsx'

interface Props {
  assessment: { id: string; name: string; course_id: string | null; course_name: string | null }
  onClose: () => void
}

/** Copies an assessment as a draft, in its course or another one, and opens the copy. */
export default function CopyDialog({ assessment, onClose }: Props) {
  const { t } = useTranslation(['assessment-editor', 'ui'])
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { id, name, course_id, course_name } = assessment
  const form = useApiForm({
    contract: contract.copyAssessment,
    initialValues: { name, course_id },
    rules: { name: required() },
    input: (values) => ({ id, ...values }),
    async onDone(copy) {
      await invalidate(cache, [contract.listAssessments])
      await navigate(`/manage/assessments/${copy.id}`)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('copy.title')} size="lg">
      <Form form={form} label={t('copy.title')}>
        <FormSummary form={form} />
        <TextField {...form.field('name')} label={t('copy.name')} required maxLength={200} data-autofocus />
        <CourseField
          {...form.field('course_id')}
          courseName={course_name}
          label={t('course')}
          hint={t('courseHint')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <SubmitButton form={form}>{t('copy.submit')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
