import { Stack } from '@mantine/core'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { allRules, email, minLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

interface Props {
  school: Omit<ApiInput<typeof contract.createSchool>, 'owner'>
  /** With the refusal, if it concerns the first step. */
  onBack: (refused: ApiError | null) => void
  onDone: (answer: ApiReply<typeof contract.createSchool>) => void
}

/** Account of the owner. An existing account needs its password. */
export function OwnerStep({ school, onBack, onDone }: Props) {
  const { t } = useTranslation('schools')
  const form = useApiForm({
    contract: contract.createSchool,
    initialValues: { owner: { name: '', email: '', password: '' } },
    rules: {
      'owner.name': required(),
      'owner.email': allRules(required(), email()),
      'owner.password': allRules(required(), minLength(8)),
    },
    input: ({ owner }) => ({ ...school, owner }),
    onDone,
    onRefused(error) {
      const first =
        error.code.startsWith('address_') || error.errors.some(({ path }) => !path.startsWith('owner'))
      if (first) onBack(error)
      return first
    },
  })
  return (
    <Form form={form} label={t('create.ownerTitle')} warnOnLeave>
      <FormSummary form={form} />
      <TextField
        {...form.field('owner.name')}
        label={t('create.ownerName')}
        required
        autoComplete="name"
        maxLength={120}
      />
      <TextField
        {...form.field('owner.email')}
        label={t('create.ownerEmail')}
        hint={t('create.ownerEmailHint')}
        required
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <PasswordField
        {...form.field('owner.password')}
        label={t('create.ownerPassword')}
        hint={t('create.ownerPasswordHint')}
        required
        autoComplete="new-password"
        maxLength={200}
      />
      <Stack gap="sm">
        <SubmitButton form={form} fullWidth>
          {t('create.open')}
        </SubmitButton>
        <Button variant="subtle" onClick={() => onBack(null)}>
          {t('create.back')}
        </Button>
      </Stack>
    </Form>
  )
}
