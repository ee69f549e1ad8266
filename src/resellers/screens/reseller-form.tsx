import { Alert, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ResellerFields } from './reseller-fields.tsx'
import { isReadableTheme, resellerRules, valuesToInput, initialValues } from './reseller-values.ts'
import type { Reseller } from './reseller.tsx'

/** Edits a reseller. */
export function ResellerForm({ reseller }: { reseller: Reseller }) {
  const { t } = useTranslation('resellers')
  const client = useQueryClient()
  const { id } = reseller
  const form = useApiForm({
    contract: contract.updateReseller,
    initialValues: initialValues(reseller),
    rules: resellerRules,
    input: (values) => ({ id, ...valuesToInput(values, reseller) }),
    async onDone(answer) {
      await client.invalidateQueries({ queryKey: queryKey(contract.getReseller, { id }) })
      await client.invalidateQueries({ queryKey: queryKey(contract.listResellers) })
      toast(t('form.saved', { name: answer.name }))
    },
  })
  const isFaint = !isReadableTheme(form.values.theme)
  return (
    <Form form={form} label={reseller.name} warnOnLeave>
      <ResellerFields form={form} stored={reseller.theme} />
      {isFaint && <Alert color="warning">{t('form.faint')}</Alert>}
      <Group justify="flex-end">
        <SubmitButton form={form} disabled={isFaint || !form.isDirty}>
          {t('form.save')}
        </SubmitButton>
      </Group>
    </Form>
  )
}
