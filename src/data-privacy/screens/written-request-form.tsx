import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contracts from '../contract.ts'

interface Props {
  contract: typeof contracts.requestUserDataExport | typeof contracts.requestUserErasure
  user_id: string
  label: string
  submit: string
  danger?: boolean
}

/** Form with the reason of a written request and its action. */
export function WrittenRequestForm({ contract, user_id, label, submit, danger = false }: Props) {
  const { t } = useTranslation('data-privacy')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract as typeof contracts.requestUserDataExport,
    initialValues: { reason: '' },
    rules: { reason: required() },
    input: ({ reason }) => ({ user_id, reason }),
    onDone: () => client.invalidateQueries({ queryKey: queryKey(contracts.getUserData) }),
  })
  return (
    <Form form={form} label={label}>
      <FormSummary form={form} />
      <TextField
        {...form.field('reason')}
        label={t('person.reason')}
        hint={t('person.reasonHint')}
        required
        maxLength={500}
      />
      <Group>
        <SubmitButton form={form} {...(danger && { color: 'error' })}>
          {submit}
        </SubmitButton>
      </Group>
    </Form>
  )
}
