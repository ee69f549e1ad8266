import { Group, Stack, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { DataTable, type ListPages } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getBalances, listPayouts } from '../../contract.ts'
import { useChannelName } from '../use-channel-name.ts'
import classes from './revenue.module.css'

type Account = ApiReply<typeof getBalances>['accounts'][number]
type Payout = ApiReply<typeof listPayouts>['data'][number]

/** Where the money of the school is, and what the platform owes and paid it. */
export function Payouts() {
  const { t } = useTranslation('revenue')
  const balances = useApiQuery(getBalances, {})
  const payouts = useApiPages(listPayouts, { limit: 50 })
  const error = balances.error ?? payouts.error
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void balances.refetch()
          payouts.refetch()
        }}
      />
    )
  if (!balances.data) return <CardSkeleton cards={2} />
  return (
    <Stack gap="lg">
      <Section title={t('owed')} text={t('owedText')}>
        <OwedAmounts owed={balances.data.owed} />
      </Section>
      <Section title={t('accounts')} text={t('accountsText')}>
        <Accounts accounts={balances.data.accounts} />
      </Section>
      <Section title={t('payouts')}>
        <PayoutsTable list={payouts} />
      </Section>
    </Stack>
  )
}

export function OwedAmounts({ owed }: { owed: ApiReply<typeof getBalances>['owed'] }) {
  const { t } = useTranslation('revenue')
  if (owed.length === 0) return <Text c="dimmed">{t('nothingOwed')}</Text>
  return (
    <Group gap="xl">
      {owed.map(({ currency, amount }) => (
        <Text key={currency} fz="xl" fw={680} className={classes.amount}>
          {formatMoney(amount, currency)}
        </Text>
      ))}
    </Group>
  )
}

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation('revenue')
  const rows = accounts.map((account) => ({
    ...account,
    id: `${account.provider} ${account.is_platform} ${account.currency}`,
  }))
  return (
    <DataTable
      label={`${t('accounts')}: ${t('received')}`}
      rows={rows}
      rowKey="id"
      empty={<Text c="dimmed">{t('noAccounts')}</Text>}
      columns={[
        {
          key: 'provider',
          title: t('account'),
          render: (account) => <AccountName account={account} />,
        },
        {
          key: 'disputed',
          title: t('held'),
          align: 'right',
          wide: true,
          render: (row) => <span className={classes.amount}>{formatMoney(row.disputed, row.currency)}</span>,
        },
        {
          key: 'received',
          title: t('received'),
          align: 'right',
          render: (row) => <span className={classes.amount}>{formatMoney(row.received, row.currency)}</span>,
        },
      ]}
    />
  )
}

function AccountName({ account: { provider, is_platform } }: { account: Account }) {
  const { t } = useTranslation('revenue')
  const channelName = useChannelName()
  return (
    <div>
      <Text>{channelName(provider)}</Text>
      <Text size="sm" c="dimmed">
        {t(is_platform ? 'ofPlatform' : 'ofSchool')}
      </Text>
    </div>
  )
}

interface PayoutsProps {
  list: ListPages & { rows: Payout[] | undefined }
}

/** Payouts of the platform to a school. */
export function PayoutsTable({ list }: PayoutsProps) {
  const { t } = useTranslation('revenue')
  return (
    <DataTable
      label={`${t('payouts')}: ${t('amount')}`}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<Text c="dimmed">{t('noPayouts')}</Text>}
      columns={[
        {
          key: 'reference',
          title: t('reference'),
          render: ({ reference, paid_at }) => (
            <div style={{ overflowWrap: 'anywhere' }}>
              <Text>{reference}</Text>
              <Text size="sm" c="dimmed">
                <Time at={paid_at} style="date" />
              </Text>
            </div>
          ),
        },
        {
          key: 'amount',
          title: t('amount'),
          align: 'right',
          render: ({ amount, currency }) => (
            <span className={classes.amount}>{formatMoney(amount, currency)}</span>
          ),
        },
      ]}
    />
  )
}
