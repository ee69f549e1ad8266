import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Person } from './people-table.tsx'

interface Props {
  person: Person
  onClose: () => void
}

/** Edits name and user code of a person. */
export default function EditPersonDialog({ person, onClose }: Props) {
  const { t } = useTranslation(['people', 'accounts'])
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.updateUser,
    initialValues: { name: person.name, user_code: person.user_code ?? '' },
    rules: { name: required() },
    input: ({ name, user_code }) => ({ user_id: person.id, name, user_code: user_code.trim() || null }),
    async onDone() {
      await Promise.all(
        [contract.listTeachers, contract.listAdmins].map((list) =>
          client.invalidateQueries({ queryKey: queryKey(list) }),
        ),
      )
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('people.editTitle', { name: person.name })}>
      <Form form={form} label={t('people.edit')}>
        <FormSummary form={form} />
        <TextField
          {...form.field('name')}
          label={t('accounts:fields.name')}
          required
          maxLength={120}
          data-autofocus
        />
        <TextField
          {...form.field('user_code')}
          label={t('people.userCode')}
          hint={t('people.userCodeHint')}
          maxLength={60}
          autoComplete="off"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.cancel')}
          </Button>
          <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
