import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listPaymentAccounts } from '../../contract.ts'
import { TransferSettings } from '../bank-transfers/transfer-settings.tsx'
import { DisputePolicy } from '../disputes/dispute-policy.tsx'
import { ProviderSection } from './provider-section.tsx'

export const handle: ScreenHandle = {
  namespaces: ['payments', 'payment-providers', 'disputes'],
}

export type Accounts = ApiReply<typeof listPaymentAccounts>

/** Through which provider students pay, and the school's own accounts. */
export default function PaymentProviders() {
  const { t } = useTranslation('payment-providers')
  const query = useApiQuery(listPaymentAccounts, {})
  const isOwner = useSession()?.user_type === 'account_user'
  const accounts = query.data
  return (
    <Stack gap="lg" maw={820}>
      <PageHeading title={t('title')} text={t('text')} />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!accounts && !query.error && <CardSkeleton cards={3} />}
      {accounts && (
        <>
          <CurrentProvider accounts={accounts} isOwner={isOwner} />
          {!isOwner && <Text c="dimmed">{t('ownerOnly')}</Text>}
          {accounts.data
            .toSorted((one, other) => Number(other.is_used) - Number(one.is_used))
            .map((entry) => (
              <ProviderSection key={entry.provider} entry={entry} accounts={accounts} isOwner={isOwner} />
            ))}
          <TransferSettings currency={accounts.currency} />
          <DisputePolicy />
        </>
      )}
    </Stack>
  )
}

/** Where the money of students goes today, and why. */
function CurrentProvider({ accounts, isOwner }: { accounts: Accounts; isOwner: boolean }) {
  const { t } = useTranslation(['payment-providers', 'payments'])
  const { currency, accepted_mode } = accounts
  const used = accounts.data.find(({ is_used }) => is_used)!
  const provider = providerTitles[used.provider]
  const takesPayments = used.account !== null || used.has_platform_account
  return (
    <Section
      title={takesPayments ? t('now.on', { provider, currency }) : t('now.off', { currency })}
      aside={
        takesPayments &&
        accepted_mode === 'test' && (
          <Badge color="accent" variant="outline">
            {t('payments:testMode')}
          </Badge>
        )
      }
    >
      <Text>
        {takesPayments
          ? t(used.account ? 'now.own' : 'now.platform', { provider })
          : t('now.offText', { currency, provider })}
      </Text>
      {takesPayments && <Warnings used={used} mode={accepted_mode} />}
      <Text size="sm" c="dimmed">
        {t('rule')}
      </Text>
      <Group gap="sm">
        <LinkButton to="/manage/orders" variant="default">
          {t('toOrders')}
        </LinkButton>
        {!takesPayments && isOwner && (
          <LinkButton to="/manage/settings" variant="default">
            {t('toInstructions')}
          </LinkButton>
        )}
      </Group>
    </Section>
  )
}

interface WarningsProps {
  used: Accounts['data'][number]
  mode: Accounts['accepted_mode']
}

/** What the school should know before it sells: no money moves, or no webhook arrived. */
function Warnings({ used, mode }: WarningsProps) {
  const { t } = useTranslation('payment-providers')
  const provider = providerTitles[used.provider]
  return (
    <>
      {mode === 'test' && (
        <Alert color="warning" icon={<IconInfoCircle aria-hidden />} title={t('now.testTitle')}>
          {t('now.testText')}
        </Alert>
      )}
      {used.account && used.account.last_webhook_at === null && (
        <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('now.noWebhook')}>
          {t('now.noWebhookText', { provider })}
        </Alert>
      )}
    </>
  )
}
