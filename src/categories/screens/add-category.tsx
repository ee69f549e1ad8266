import { Box, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

/** One field and one button; the field is ready for the next category at once. */
export function AddCategory() {
  const { t } = useTranslation('categories')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.createCategory,
    initialValues: { name: '' },
    rules: { name: required() },
    async onDone({ name }) {
      form.reset({ name: '' })
      toast(t('added', { name }))
      await client.invalidateQueries({ queryKey: queryKey(contract.listCategories) })
    },
  })
  const field = form.field('name')
  const refusal = form.failure && Object.keys(form.errors).length === 0 ? errorText(form.failure) : undefined
  return (
    <Form form={form} label={t('add')}>
      <Group align="flex-start" gap="sm">
        <Box flex="1 1 14rem">
          <TextField {...field} error={field.error ?? refusal} label={t('newName')} maxLength={80} />
        </Box>
        <SubmitButton form={form} mt={{ base: 0, xs: 26 }}>
          {t('add')}
        </SubmitButton>
      </Group>
    </Form>
  )
}
