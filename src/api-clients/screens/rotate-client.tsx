import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Client } from './clients-table.tsx'

interface Props {
  client: Client
  onClose: () => void
  onMade: (made: ApiReply<typeof contract.rotateApiClientSecret>) => void
}

const overlaps = ['0', '1', '24', '168'] as const

export default function RotateClient(props: Props) {
  const { t } = useTranslation('api-clients')
  return (
    <Modal opened onClose={props.onClose} title={t('rotate.title', { name: props.client.name })}>
      <RotateForm {...props} />
    </Modal>
  )
}

function RotateForm({ client, onClose, onMade }: Props) {
  const { t } = useTranslation('api-clients')
  const { t: shared } = useTranslation('ui')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.rotateApiClientSecret,
    initialValues: { overlap: '24' as string | null },
    input: ({ overlap }) => ({ client_id: client.id, overlap_hours: Number(overlap ?? 24) }),
    async onDone(made) {
      await cache.invalidateQueries({ queryKey: queryKey(contract.listApiClients) })
      onMade(made)
    },
  })
  return (
    <Form form={form} label={t('rotate.title', { name: client.name })}>
      <Text>{t('rotate.text')}</Text>
      <FormSummary form={form} />
      <SelectField
        {...form.field('overlap')}
        label={t('rotate.overlap')}
        allowDeselect={false}
        choices={overlaps.map((value) => ({ value, label: t(`rotate.overlap_${value}`) }))}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('rotate.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}
