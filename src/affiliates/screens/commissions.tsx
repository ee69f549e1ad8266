import { Badge, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { DataTable, type ListPages } from '#ui/components/data-table.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'

type Commission = ApiReply<typeof contract.listMyCommissions>['data'][number]

const tones = { pending: 'gray', payable: 'success', frozen: 'warning', paid: 'primary' } as const

interface Props {
  list: ListPages & { rows: Commission[] | undefined }
}

/** Commissions and what refunds took back, the newest first. */
export function CommissionsTable({ list }: Props) {
  const { t } = useTranslation('affiliates')
  return (
    <DataTable
      label={t('commissions')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<Text c="dimmed">{t('noCommissions')}</Text>}
      columns={[
        {
          key: 'title',
          title: t('sale'),
          render: ({ title, kind, created_at }) => (
            <div style={{ overflowWrap: 'anywhere' }}>
              <Text>{title}</Text>
              <Text size="sm" c="dimmed">
                {kind !== 'commission' && `${t(`kind_${kind}`)} · `}
                <Time at={created_at} style="date" />
              </Text>
            </div>
          ),
        },
        {
          key: 'state',
          title: t('state'),
          width: 150,
          render: ({ state }) => (
            <Badge variant="light" color={tones[state]}>
              {t(`state_${state}`)}
            </Badge>
          ),
        },
        {
          key: 'amount',
          title: t('amount'),
          width: 140,
          align: 'right',
          render: ({ amount, currency }) => formatMoney(amount, currency),
        },
      ]}
    />
  )
}
