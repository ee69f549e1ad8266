import { Code, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

type Answer = ApiReply<typeof contract.getSchoolIssuer>

/** The school's OpenID Connect issuer. Its stored secret is never shown. */
export function IssuerSection({ own, redirect_uri }: Answer) {
  const { t } = useTranslation('people')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.setSchoolIssuer,
    initialValues: {
      display_name: own?.display_name ?? '',
      issuer: own?.issuer ?? '',
      client_id: own?.client_id ?? '',
      client_secret: '',
    },
    rules: { display_name: required(), issuer: required(), client_id: required() },
    input: ({ client_secret, ...rest }) => ({ ...rest, client_secret: client_secret || null }),
    async onDone(saved) {
      form.reset({ ...saved, client_secret: '' })
      toast(t('issuer.saved'))
      await client.invalidateQueries({ queryKey: queryKey(contract.getSchoolIssuer) })
    },
  })
  return (
    <Section title={t('issuer.title')} text={t('issuer.text')}>
      <div>
        <Text size="sm" fw={600}>
          {t('issuer.redirect')}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{redirect_uri}</Code>
      </div>
      <Form form={form} label={t('issuer.title')}>
        <FormSummary form={form} />
        <TextField
          {...form.field('display_name')}
          label={t('issuer.name')}
          hint={t('issuer.nameHint')}
          required
          maxLength={40}
        />
        <TextField
          {...form.field('issuer')}
          label={t('issuer.issuer')}
          hint="https://id.example.org"
          type="url"
          required
          maxLength={500}
        />
        <TextField {...form.field('client_id')} label={t('issuer.clientId')} required maxLength={300} />
        <PasswordField
          {...form.field('client_secret')}
          label={t('issuer.clientSecret')}
          hint={own ? t('issuer.secretKept') : undefined}
          required={!own}
          autoComplete="off"
          maxLength={500}
        />
        <Group justify="space-between">
          <SubmitButton form={form}>{t('issuer.submit')}</SubmitButton>
          {own && <Remove onDone={() => form.reset(empty)} />}
        </Group>
      </Form>
    </Section>
  )
}

const empty = { display_name: '', issuer: '', client_id: '', client_secret: '' }

function Remove({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteSchoolIssuer, {
    invalidates: [contract.getSchoolIssuer],
    onSuccess() {
      onDone()
      toast(t('issuer.removed'))
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('issuer.removeTitle'),
      text: t('issuer.removeText'),
      confirmLabel: t('issuer.remove'),
      danger: true,
    })
    if (sure) remove.mutate({})
  }
  return (
    <Button variant="subtle" color="error" loading={remove.isPending} onClick={() => void ask()}>
      {t('issuer.remove')}
    </Button>
  )
}
