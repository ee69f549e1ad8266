import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { EventType } from '../events/event-types.ts'
import { EventsField } from './events-field.tsx'

type Made = ApiReply<typeof contract.createWebhook>
type Webhook = ApiReply<typeof contract.getWebhook>

interface Props {
  /** The endpoint to change; null for a new one. */
  webhook: Webhook | null
  onClose: () => void
  onMade?: (made: Made) => void
}

export default function WebhookForm({ webhook, onClose, onMade }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <Modal opened onClose={onClose} title={webhook ? t('edit.title') : t('new.title')} size="lg">
      {webhook ? (
        <Edit webhook={webhook} onClose={onClose} />
      ) : (
        <Create onClose={onClose} onMade={(made) => onMade?.(made)} />
      )}
    </Modal>
  )
}

const rules = {
  url: required(),
  event_types: (value: unknown) => ((value as string[]).length > 0 ? null : 'none_chosen'),
}

interface Values extends Record<string, unknown> {
  url: string
  description: string
  event_types: string[]
}

const given = ({ url, description, event_types }: Values) => ({
  url: url.trim(),
  description: description.trim(),
  event_types: event_types as EventType[],
})

function Create({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.createWebhook,
    initialValues: { url: '', description: '', event_types: [] } as Values,
    rules,
    input: given,
    async onDone(made) {
      await client.invalidateQueries({ queryKey: queryKey(contract.listWebhooks) })
      onMade(made)
    },
  })
  return <Fields form={form} label={t('new.title')} submit={t('new.submit')} onClose={onClose} />
}

function Edit({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.updateWebhook,
    initialValues: {
      url: webhook.url,
      description: webhook.description,
      event_types: webhook.event_types,
    } as Values,
    rules,
    input: (values) => ({ endpoint_id: webhook.id, ...given(values) }),
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(contract.getWebhook) })
      await client.invalidateQueries({ queryKey: queryKey(contract.listWebhooks) })
      toast(t('edit.done'))
      onClose()
    },
  })
  return <Fields form={form} label={t('edit.title')} submit={t('edit.submit')} onClose={onClose} />
}

interface FieldsProps {
  form: ReturnType<typeof useApiForm<typeof contract.createWebhook, Values>>
  label: string
  submit: string
  onClose: () => void
}

function Fields({ form, label, submit, onClose }: FieldsProps) {
  const { t } = useTranslation('webhooks')
  const { t: shared } = useTranslation('ui')
  return (
    <Form form={form} label={label}>
      <FormSummary form={form} />
      <TextField
        {...form.field('url')}
        label={t('fields.url')}
        hint={t('fields.urlHint')}
        type="url"
        dir="ltr"
        required
        maxLength={2_000}
        placeholder="https://"
        autoComplete="off"
        data-autofocus
      />
      <TextField
        {...form.field('description')}
        label={t('fields.description')}
        maxLength={200}
        autoComplete="off"
      />
      <EventsField {...form.field('event_types')} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{submit}</SubmitButton>
      </Group>
    </Form>
  )
}
