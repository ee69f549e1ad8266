import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

/** Deletes jobs with a reason. */
export default function DeleteJobsDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { t } = useTranslation('console')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.deleteParkedJobs,
    initialValues: { reason: '' },
    rules: { reason: required() },
    input: ({ reason }) => ({ ids, reason }),
    async onDone({ count }) {
      await client.invalidateQueries({ queryKey: queryKey(contract.listParkedJobs) })
      toast(t('jobs.deleted', { count }))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('jobs.deleteTitle', { count: ids.length })}>
      <Form form={form} label={t('jobs.deleteMany')}>
        <FormSummary form={form} />
        <Text>{t('jobs.deleteText')}</Text>
        <TextArea
          {...form.field('reason')}
          label={t('reason')}
          autosize
          minRows={2}
          maxLength={500}
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.cancel')}
          </Button>
          <SubmitButton form={form} color="error">
            {t('jobs.deleteMany')}
          </SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
