import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { connectPaymentAccount, getPaymentMethods, listPaymentAccounts } from '../../contract.ts'
import type { ProviderEntry } from './provider-section.tsx'

interface Props {
  entry: ProviderEntry
  /** Mode of the keys that are accepted. */
  mode: 'test' | 'live'
  onClose: () => void
}

/** Connects an account, or replaces its keys. */
export default function KeysDialog(props: Props) {
  const { t } = useTranslation('payment-providers')
  const provider = providerTitles[props.entry.provider]
  const title = t(props.entry.account ? 'replace.title' : 'connect.title', { provider })
  return (
    <Modal opened onClose={props.onClose} title={title} size="lg">
      <KeysForm {...props} title={title} />
    </Modal>
  )
}

const noKeys = { secret_key: '', webhook_secret: '' }

function KeysForm({ entry, mode, onClose, title }: Props & { title: string }) {
  const { t } = useTranslation('payment-providers')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const { provider, account } = entry
  const hasWebhookSecret = provider !== 'paystack'
  const form = useApiForm({
    contract: connectPaymentAccount,
    initialValues: noKeys,
    rules: { secret_key: required(), ...(hasWebhookSecret && { webhook_secret: required() }) },
    input: ({ secret_key, webhook_secret }) => ({
      provider,
      secret_key: secret_key.trim(),
      ...(hasWebhookSecret && { webhook_secret: webhook_secret.trim() }),
    }),
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(listPaymentAccounts) })
      await client.invalidateQueries({ queryKey: queryKey(getPaymentMethods) })
      toast(t(account ? 'replace.done' : 'connect.done', { provider: providerTitles[provider] }))
      onClose()
    },
  })
  return (
    <Form form={form} label={title}>
      <Text>
        {t(account ? 'replace.text' : `connect.${mode}Text`, { provider: providerTitles[provider] })}
      </Text>
      <FormSummary form={form} />
      <KeyFields form={form} provider={provider} />
      <CopyHint url={entry.webhook_url} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t(account ? 'replace.submit' : 'connect.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}

interface FieldsProps extends Pick<ProviderEntry, 'provider'> {
  form: ReturnType<typeof useApiForm<typeof connectPaymentAccount, typeof noKeys>>
}

/** Paystack signs its webhooks with the secret key. */
function KeyFields({ form, provider }: FieldsProps) {
  const { t } = useTranslation('payment-providers')
  return (
    <>
      <PasswordField
        {...form.field('secret_key')}
        label={t('fields.secretKey')}
        hint={t(`fields.${provider}Key`)}
        required
        maxLength={300}
        autoComplete="off"
        dir="ltr"
        data-autofocus
      />
      {provider !== 'paystack' && (
        <PasswordField
          {...form.field('webhook_secret')}
          label={t(provider === 'stripe' ? 'fields.signingSecret' : 'fields.secretHash')}
          hint={t(`fields.${provider}Webhook`)}
          required
          maxLength={300}
          autoComplete="off"
          dir="ltr"
        />
      )}
    </>
  )
}

/** The address is needed before the keys: a provider creates its webhook secret for an address. */
function CopyHint({ url }: { url: string }) {
  const { t } = useTranslation('payment-providers')
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {t('fields.addressHint')} <bdi>{url}</bdi>
    </Text>
  )
}
