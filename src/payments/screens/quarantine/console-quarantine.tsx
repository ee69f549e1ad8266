import { Anchor, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { consoleListQuarantinedPayments } from '../../contract.ts'
import { QuarantinedFacts, QuarantinedState } from './quarantined-facts.tsx'

const DecideDialog = lazy(() => import('./decide-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['quarantine'] }

type Row = ApiReply<typeof consoleListQuarantinedPayments>['data'][number]

/** In the console: payments of all schools that do not match their order. */
export default function ConsoleQuarantine() {
  const { t } = useTranslation('quarantine')
  const [chosen, setChosen] = useQueryParam('state')
  const list = useApiPages(consoleListQuarantinedPayments, {
    limit: 50,
    ...(chosen !== 'all' && { state: 'open' as const }),
  })
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} text={t('text')} />
      <SelectField
        label={null}
        aria-label={t('state')}
        value={chosen === 'all' ? 'all' : 'open'}
        allowDeselect={false}
        onChange={(value) => setChosen(value === 'all' ? 'all' : null)}
        choices={[
          { value: 'open', label: t('show.open') },
          { value: 'all', label: t('show.all') },
        ]}
        w={{ base: '100%', xs: 220 }}
      />
      {list.error ? <ErrorState error={list.error} onRetry={list.refetch} /> : <Rows list={list} />}
    </Stack>
  )
}

function Rows({ list }: { list: ReturnType<typeof useApiPages<typeof consoleListQuarantinedPayments>> }) {
  const { t } = useTranslation('quarantine')
  const [decided, setDecided] = useState<Row | null>(null)
  return (
    <>
      <DataTable
        label={t('title')}
        rows={list.rows}
        rowKey="id"
        pages={list}
        empty={<EmptyState icon={<IconCircleCheck size={40} />} title={t('none')} text={t('noneText')} />}
        columns={[
          {
            key: 'payment',
            title: t('payment'),
            render: (row) => (
              // One column: the comparison needs the whole width of a phone.
              <Stack gap="sm" align="flex-start" py="xs">
                <Payment row={row} />
                <Decision row={row} onDecide={() => setDecided(row)} />
              </Stack>
            ),
          },
        ]}
      />
      {decided && (
        <Suspense>
          <DecideDialog payment={decided} isPlatform onClose={() => setDecided(null)} />
        </Suspense>
      )}
    </>
  )
}

function Payment({ row }: { row: Row }) {
  const { t } = useTranslation('quarantine')
  const { school, order_id, order_number } = row
  return (
    <Stack gap="xs">
      <div style={{ overflowWrap: 'anywhere' }}>
        <Anchor
          fw={600}
          renderRoot={(props: object) => <Link to={`/console/schools/${school.school_id}`} {...props} />}
        >
          {school.name}
        </Anchor>{' '}
        <Anchor size="sm" href={`${school.url}/manage/orders/${order_id}`}>
          {t('order', { number: order_number })}
        </Anchor>
      </div>
      <QuarantinedFacts payment={row} />
    </Stack>
  )
}

function Decision({ row, onDecide }: { row: Row; onDecide: () => void }) {
  const { t } = useTranslation('quarantine')
  if (row.state !== 'open') return <QuarantinedState payment={row} />
  if (row.is_own_account)
    return (
      <Text size="sm" c="dimmed">
        {t('schoolDecides')}
      </Text>
    )
  return (
    <Button size="sm" variant="default" onClick={onDecide}>
      {t('decide')}
    </Button>
  )
}
