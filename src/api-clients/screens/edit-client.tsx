import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
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
import type { Client } from './clients-table.tsx'
import { ScopesField } from './scopes-field.tsx'

interface Props {
  client: Client
  onClose: () => void
}

export default function EditClient(props: Props) {
  const { t } = useTranslation('api-clients')
  return (
    <Modal opened onClose={props.onClose} title={t('edit.title', { name: props.client.name })} size="lg">
      <EditClientForm {...props} />
    </Modal>
  )
}

function EditClientForm({ client, onClose }: Props) {
  const { t } = useTranslation('api-clients')
  const { t: shared } = useTranslation('ui')
  const cache = useQueryClient()
  const { id: client_id, name, scopes, expires_at } = client
  const form = useApiForm({
    contract: contract.updateApiClient,
    initialValues: { name, scopes: scopes as string[], expires_at: expires_at as string | null },
    rules: { name: required(), scopes: (value) => ((value as string[]).length > 0 ? null : 'none_chosen') },
    input: (values) => ({ client_id, ...values }),
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(contract.listApiClients) })
      toast(t('edit.done'))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('edit.title', { name })}>
      <FormSummary form={form} />
      <TextField
        {...form.field('name')}
        label={t('name')}
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
      />
      <ScopesField {...form.field('scopes')} />
      <DateTimeField {...form.field('expires_at')} label={t('edit.until')} hint={t('edit.untilHint')} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
      </Group>
    </Form>
  )
}
