import { Anchor, Badge, Box, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { DataTable, type ListPages } from '#ui/components/data-table.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'

type Commission = ApiReply<typeof contract.listMyCommissions>['data'][number] & {
  /** The order of the sale, for staff. */
  order_id?: string
}

const tones = { pending: 'gray', payable: 'success', frozen: 'warning', paid: 'primary' } as const

interface Props {
  list: ListPages & { rows: Commission[] | undefined }
}

/** Commissions and what refunds took back, the newest first. */
export function CommissionsTable({ list }: Props) {
  const { t } = useTranslation('affiliates')
  return (
    <DataTable
      label={t('sales')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<Text c="dimmed">{t('noCommissions')}</Text>}
      columns={[
        {
          key: 'title',
          title: t('sale'),
          render: (commission) => <Sale commission={commission} />,
        },
        {
          key: 'state',
          title: t('state'),
          width: 190,
          wide: true,
          render: (commission) => <State commission={commission} />,
        },
        {
          key: 'amount',
          title: t('amount'),
          width: 120,
          align: 'right',
          render: ({ amount, currency }) => formatMoney(amount, currency),
        },
      ]}
    />
  )
}

function State({ commission: { state } }: { commission: Commission }) {
  const { t } = useTranslation('affiliates')
  return (
    <Badge variant="light" color={tones[state]}>
      {t(`state_${state}`)}
    </Badge>
  )
}

/** On a phone with the state below it. */
function Sale({ commission }: { commission: Commission }) {
  const { t } = useTranslation('affiliates')
  const { title, kind, created_at, order_id } = commission
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {order_id ? (
        <Anchor renderRoot={(props: object) => <Link to={`/manage/orders/${order_id}`} {...props} />}>
          {title}
        </Anchor>
      ) : (
        <Text>{title}</Text>
      )}
      <Text size="sm" c="dimmed">
        {kind !== 'commission' && `${t(`kind_${kind}`)} · `}
        <Time at={created_at} style="date" />
      </Text>
      <Box mt={4} hiddenFrom="sm">
        <State commission={commission} />
      </Box>
    </div>
  )
}
