import { Badge, Code, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { disconnectPaymentAccount, getPaymentMethods, listPaymentAccounts } from '../../contract.ts'
import type { Accounts } from './payment-providers.tsx'

const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

export type ProviderEntry = Accounts['data'][number]

interface Props {
  entry: ProviderEntry
  accounts: Accounts
  isOwner: boolean
}

/** One provider: the school's account there, and what to enter at the provider. */
export function ProviderSection({ entry, accounts, isOwner }: Props) {
  const { t } = useTranslation('payment-providers')
  const { provider, account, currencies } = entry
  const [isTyping, setTyping] = useState(false)
  return (
    <Section
      title={providerTitles[provider]}
      text={t(`currencies.${currencies}`)}
      aside={<AccountState entry={entry} />}
    >
      {account && <AccountFacts account={account} />}
      {account && <WebhookSetup entry={entry} />}
      {isOwner && (
        <Group gap="sm">
          <Button variant={entry.is_used && !account ? 'filled' : 'default'} onClick={() => setTyping(true)}>
            {t(account ? 'replace.open' : 'connect.open')}
          </Button>
          {account && <Disconnect provider={provider} />}
        </Group>
      )}
      {isTyping && (
        <Suspense>
          <KeysDialog entry={entry} mode={accounts.accepted_mode} onClose={() => setTyping(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function AccountState({ entry }: { entry: ProviderEntry }) {
  const { t } = useTranslation('payment-providers')
  const { account, is_used, currencies } = entry
  // The platform’s account takes nothing where no currency leads to it.
  const has_platform_account = entry.has_platform_account && currencies !== 'none'
  return (
    <Group gap="xs">
      {is_used && (account || has_platform_account) && (
        <Badge color="success" variant="light">
          {t('state.used')}
        </Badge>
      )}
      <Badge color={account ? 'primary' : 'gray'} variant="light">
        {t(account ? 'state.connected' : has_platform_account ? 'state.platform' : 'state.none')}
      </Badge>
    </Group>
  )
}

function AccountFacts({ account }: { account: NonNullable<ProviderEntry['account']> }) {
  const { t } = useTranslation(['payment-providers', 'payments'])
  const { mode, key_suffix, connected_at, keys_changed_at, last_webhook_at, has_previous_key } = account
  const wasReplaced = keys_changed_at !== connected_at
  return (
    <Stack gap={4}>
      {key_suffix && (
        <Text>
          {t('facts.key')} <Code dir="ltr">•••• {key_suffix}</Code>
          {mode === 'test' && ` · ${t('payments:testMode')}`}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('facts.connected')} <Time at={connected_at} style="date" />
        {wasReplaced && (
          <>
            {' · '}
            {t('facts.replaced')} <Time at={keys_changed_at} style="date" />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t('facts.lastWebhook')} {last_webhook_at ? <Time at={last_webhook_at} /> : t('facts.never')}
      </Text>
      {has_previous_key && (
        <Text size="sm" c="dimmed">
          {t('facts.previousKey')}
        </Text>
      )}
    </Stack>
  )
}

/** The address to register at the provider, and the events to choose there. */
function WebhookSetup({ entry: { provider, webhook_url, webhook_events } }: { entry: ProviderEntry }) {
  const { t } = useTranslation('payment-providers')
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Stack gap="sm">
      <CopyValue label={t('webhook.address', { provider: providerTitles[provider] })} value={webhook_url} />
      <Text size="sm" c="dimmed">
        {t(`webhook.${provider}`)}
      </Text>
      {webhook_events.length > 0 && (
        <div>
          <Button size="sm" variant="default" aria-expanded={isOpen} onClick={toggle}>
            {t(isOpen ? 'webhook.hideEvents' : 'webhook.showEvents')}
          </Button>
          {isOpen && (
            <List size="sm" mt="sm" dir="ltr" ta="start">
              {webhook_events.map((event) => (
                <List.Item key={event}>
                  <Code>{event}</Code>
                </List.Item>
              ))}
            </List>
          )}
        </div>
      )}
    </Stack>
  )
}

function Disconnect({ provider }: Pick<ProviderEntry, 'provider'>) {
  const { t } = useTranslation('payment-providers')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const name = providerTitles[provider]
  const disconnect = useApiMutation(disconnectPaymentAccount, {
    invalidates: [listPaymentAccounts, getPaymentMethods],
    onSuccess: () => toast(t('disconnect.done', { provider: name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: t('disconnect.title', { provider: name }),
      text: t('disconnect.text', { provider: name }),
      confirmLabel: t('disconnect.submit'),
      danger: true,
    })
    if (isSure) disconnect.mutate({ provider })
  }
  return (
    <Button variant="default" loading={disconnect.isPending} onClick={() => void ask()}>
      {t('disconnect.open')}
    </Button>
  )
}
