import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CourseField } from './course-field.tsx'
import { kinds } from './kinds.ts'

/** Creates an assessment of a kind, and opens its editor. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['assessment-editor', 'ui'])
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useApiForm({
    contract: contract.createAssessment,
    initialValues: { kind: 'quiz', name: '', course_id: null as string | null },
    rules: { name: required() },
    input: ({ kind, ...values }) => ({ ...values, kind: kinds.find((one) => one === kind) ?? 'quiz' }),
    async onDone({ id }) {
      await invalidate(cache, [contract.listAssessments])
      await navigate(`/manage/assessments/${id}`)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('create.title')} size="lg">
      <Form form={form} label={t('create.title')}>
        <FormSummary form={form} />
        <TextField {...form.field('name')} label={t('name')} required maxLength={200} data-autofocus />
        <RadioField
          {...form.field('kind')}
          label={t('kind')}
          choices={kinds.map((value) => ({
            value,
            label: t(`kinds.${value}`),
            hint: t(`kindHints.${value}`),
          }))}
        />
        <CourseField {...form.field('course_id')} label={t('course')} hint={t('courseHint')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <SubmitButton form={form}>{t('create.submit')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
