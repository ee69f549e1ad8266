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
import * as contract from '../contract.ts'

export function AddDomain() {
  const { t } = useTranslation('custom-domains')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.addDomain,
    initialValues: { domain: '' },
    rules: { domain: required() },
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(contract.listDomains, {}) })
      form.setValues({ domain: '' })
    },
  })
  return (
    <Form form={form} label={t('add.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('domain')}
        label={t('add.domain')}
        hint={t('add.hint')}
        required
        maxLength={300}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Group>
        <SubmitButton form={form}>{t('add.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}
