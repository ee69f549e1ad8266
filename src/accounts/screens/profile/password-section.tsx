import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { allRules, minLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contracts from '../../contract.ts'

interface Props {
  contract: typeof contracts.changePassword | typeof contracts.changeAccountPassword
}

/** Changes the password with the current one. */
export function PasswordSection({ contract }: Props) {
  const { t } = useTranslation(['people', 'accounts'])
  const client = useQueryClient()
  const form = useApiForm({
    contract,
    initialValues: { current_password: '', new_password: '' },
    rules: { current_password: required(), new_password: allRules(required(), minLength(8)) },
    onDone() {
      form.reset({ current_password: '', new_password: '' })
      toast(t('password.done'))
      void client.invalidateQueries({ queryKey: queryKey(contracts.listSessions) })
    },
  })
  return (
    <Section title={t('password.title')} text={t('password.text')}>
      <Form form={form} label={t('password.title')}>
        <FormSummary form={form} />
        <PasswordField
          {...form.field('current_password')}
          label={t('password.current')}
          required
          autoComplete="current-password"
          maxLength={200}
        />
        <PasswordField
          {...form.field('new_password')}
          label={t('accounts:fields.newPassword')}
          hint={t('accounts:fields.newPasswordHint')}
          required
          autoComplete="new-password"
          maxLength={200}
        />
        <Group>
          <SubmitButton form={form}>{t('password.submit')}</SubmitButton>
        </Group>
      </Form>
    </Section>
  )
}
