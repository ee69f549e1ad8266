import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { IconCash, IconPencil, IconPlus, IconSettings, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { BalanceLine } from './balances.tsx'

const Dialogs = lazy(() => import('./affiliate-dialogs.tsx'))

export const handle: ScreenHandle = { namespaces: ['affiliates'] }

export type Affiliate = ApiReply<typeof contract.listAffiliates>['data'][number]
export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'settings' }
  | { kind: 'edit'; affiliate: Affiliate }
  | { kind: 'pay'; affiliate: Affiliate }

/** The affiliates of the school, with what they earned. */
export default function Affiliates() {
  const { t } = useTranslation('affiliates')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const list = useApiPages(contract.listAffiliates, { limit: 50 })
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconSettings size={18} aria-hidden />}
              onClick={() => setOpen({ kind: 'settings' })}
            >
              {t('settings.open')}
            </Button>
            <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen({ kind: 'add' })}>
              {t('add.open')}
            </Button>
          </Group>
        }
      />
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <AffiliatesTable list={list} onOpen={setOpen} />
      )}
      <Suspense>{open && <Dialogs open={open} onClose={() => setOpen(null)} />}</Suspense>
    </Stack>
  )
}

interface TableProps {
  list: ReturnType<typeof useApiPages<typeof contract.listAffiliates>>
  onOpen: (dialog: OpenDialog) => void
}

function AffiliatesTable({ list, onOpen }: TableProps) {
  const { t } = useTranslation('affiliates')
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<EmptyState icon={<IconUsersGroup size={40} />} title={t('none')} text={t('noneText')} />}
      columns={[
        { key: 'code', title: t('affiliate'), render: (affiliate) => <Person affiliate={affiliate} /> },
        {
          key: 'clicks_count',
          title: t('clicks'),
          width: 90,
          wide: true,
          align: 'right',
          render: ({ clicks_count }) => formatNumber(clicks_count),
        },
        {
          key: 'sales_count',
          title: t('sales'),
          width: 90,
          wide: true,
          align: 'right',
          render: ({ sales_count }) => formatNumber(sales_count),
        },
        {
          key: 'balances',
          title: t('balance'),
          wide: true,
          render: (affiliate) => <Balances affiliate={affiliate} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 116,
          align: 'right',
          render: (affiliate) => <Actions affiliate={affiliate} onOpen={onOpen} />,
        },
      ]}
    />
  )
}

function Person({ affiliate }: { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates')
  const { id, user, code, commission_percentage, is_suspended } = affiliate
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        fw={600}
        renderRoot={(props: object) => <Link to={`/manage/affiliates/${id}`} prefetch="intent" {...props} />}
      >
        {user.name || user.email}
      </Anchor>
      <Text size="sm" c="dimmed">
        {user.email}
      </Text>
      <Text size="sm" c="dimmed">
        <bdi>{code}</bdi>
      </Text>
      <Text size="sm">
        {commission_percentage === null
          ? t('rateOfCourse')
          : t('rate', { percentage: formatNumber(commission_percentage) })}
      </Text>
      {is_suspended && (
        <Badge variant="light" color="warning">
          {t('suspended')}
        </Badge>
      )}
      <Stack gap={4} mt={6} hiddenFrom="sm">
        <Balances affiliate={affiliate} />
      </Stack>
    </div>
  )
}

const Balances = ({ affiliate }: { affiliate: Affiliate }) =>
  affiliate.balances.map((balance) => <BalanceLine key={balance.currency} balance={balance} />)

function Actions({ affiliate, onOpen }: { affiliate: Affiliate; onOpen: TableProps['onOpen'] }) {
  const { t } = useTranslation('affiliates')
  const { name, email } = affiliate.user
  const isPayable = affiliate.balances.some(({ payable }) => payable > 0)
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {isPayable && (
        <IconButton
          label={t('pay.open', { name: name || email })}
          variant="subtle"
          size={44}
          onClick={() => onOpen({ kind: 'pay', affiliate })}
        >
          <IconCash size={20} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={t('edit.open', { name: name || email })}
        variant="subtle"
        size={44}
        onClick={() => onOpen({ kind: 'edit', affiliate })}
      >
        <IconPencil size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}
