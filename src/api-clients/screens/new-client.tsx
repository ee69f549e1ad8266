import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ScopesField } from './scopes-field.tsx'

interface Props {
  onClose: () => void
  onMade: (made: ApiReply<typeof contract.createApiClient>) => void
}

const lives = ['never', '30', '90', '365'] as const
const day = 86_400_000

export default function NewClient(props: Props) {
  const { t } = useTranslation('api-clients')
  return (
    <Modal opened onClose={props.onClose} title={t('new.title')} size="lg">
      <NewClientForm {...props} />
    </Modal>
  )
}

function NewClientForm({ onClose, onMade }: Props) {
  const { t } = useTranslation('api-clients')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.createApiClient,
    initialValues: { name: '', role: 'admin', scopes: [] as string[], life: '365' as string | null },
    rules: { name: required(), scopes: (value) => ((value as string[]).length > 0 ? null : 'none_chosen') },
    input: ({ name, role, scopes, life }) => ({
      name,
      role: role as 'admin' | 'teacher',
      scopes,
      ...(life &&
        life !== 'never' && { expires_at: new Date(Date.now() + Number(life) * day).toISOString() }),
    }),
    async onDone(made) {
      await client.invalidateQueries({ queryKey: queryKey(contract.listApiClients) })
      onMade(made)
    },
  })
  return (
    <Form form={form} label={t('new.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('name')}
        label={t('name')}
        hint={t('new.nameHint')}
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
      />
      <RadioField
        {...form.field('role')}
        label={t('new.role')}
        choices={(['admin', 'teacher'] as const).map((value) => ({
          value,
          label: t(`new.role_${value}`),
          hint: t(`new.hint_${value}`),
        }))}
      />
      <ScopesField {...form.field('scopes')} />
      <SelectField
        {...form.field('life')}
        label={t('new.life')}
        allowDeselect={false}
        choices={lives.map((value) => ({ value, label: t(`new.life_${value}`) }))}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('new.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}
