import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

const policies = ['new_key', 'never_lower', 'either_key', 'full_marks', 'drop'] as const

interface Props {
  assessment_id: string
  question: { question_id: string; name: string }
  onClose: () => void
  onCreated: (regrade_id: string) => void
}

/** Chooses what counts for a question, and has the preview computed. */
export function RegradeDialog({ assessment_id, question, onClose, onCreated }: Props) {
  const { t } = useTranslation(['regrades', 'ui'])
  const cache = useQueryClient()
  const title = t('dialog.title', { name: question.name })
  const form = useApiForm({
    contract: contract.createRegrade,
    initialValues: { policy: 'new_key' },
    input: ({ policy }) => ({
      id: assessment_id,
      question_id: question.question_id,
      policy: policies.find((one) => one === policy) ?? 'new_key',
    }),
    async onDone({ id }) {
      await invalidate(cache, [contract.listRegrades])
      onCreated(id)
    },
  })
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form form={form} label={title}>
        <FormSummary form={form} />
        <RadioField
          {...form.field('policy')}
          label={t('dialog.policy')}
          choices={policies.map((value) => ({
            value,
            label: t(`policies.${value}`),
            hint: t(`policyHints.${value}`),
          }))}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <SubmitButton form={form}>{t('dialog.submit')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
