import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

interface Props {
  kind: 'terms' | 'privacy'
  isFirst: boolean
  /** Time of the displayed draft. */
  updated_at: string
  onClose: () => void
}

/** Confirms a version that can never be changed. */
export function PublishDialog({ kind, isFirst, updated_at, onClose }: Props) {
  const { t } = useTranslation('consent')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.publishLegalDocument,
    initialValues: { asks: 'yes', changes: '' },
    input: ({ asks, changes }) => ({ kind, updated_at, needs_acceptance: asks === 'yes', changes }),
    onDone({ version }) {
      toast(t('manage.published', { version }))
      onClose()
      void invalidate(client, [contract.listLegalDrafts, contract.getMyConsent])
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('manage.publishTitle')}>
      <Form form={form} label={t('manage.publishTitle')}>
        <Text>{t('manage.publishText')}</Text>
        <FormSummary form={form} />
        <RadioField
          {...form.field('asks')}
          label={t('manage.ask')}
          choices={(['yes', 'no'] as const).map((value) => ({
            value,
            label: t(`manage.ask_${value}`),
            hint: t(`manage.ask_${value}Hint`),
          }))}
        />
        {!isFirst && (
          <TextArea
            {...form.field('changes')}
            label={t('manage.changes')}
            hint={t('manage.changesHint')}
            maxLength={2_000}
            autosize
            minRows={2}
          />
        )}
        <SubmitButton form={form}>{t('manage.submit')}</SubmitButton>
      </Form>
    </Modal>
  )
}
