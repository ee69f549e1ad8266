import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiReply } from '#platform/client/api/client.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

const kinds = ['quiz', 'exam', 'practice', 'survey', 'assignment'] as const

interface Props {
  target: { course_id: string; content_id: string }
  title: string
  onClose: () => void
  onSaved: (saved: ApiReply<typeof contract.createAssessment>) => void
}

/** Creates an assessment that the lesson shows. */
export function NewAssessmentDialog({ target, title, onClose, onSaved }: Props) {
  const { t } = useTranslation('lesson-assessments')
  const { t: shared } = useTranslation('ui')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.createAssessment,
    initialValues: { kind: 'quiz' as string | null, name: title },
    rules: { name: required() },
    input: ({ kind, name }) => ({ ...target, name, kind: kind as (typeof kinds)[number] }),
    async onDone(saved) {
      await invalidate(cache, [contract.listAssessments])
      onSaved(saved)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('create')}>
      <Form form={form} label={t('create')}>
        <FormSummary form={form} />
        <SelectField
          {...form.field('kind')}
          label={t('kind')}
          allowDeselect={false}
          choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <TextField {...form.field('name')} label={t('name')} required maxLength={200} data-autofocus />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.cancel')}
          </Button>
          <SubmitButton form={form}>{t('create')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
