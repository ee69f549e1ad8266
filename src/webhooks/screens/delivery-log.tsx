import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Webhook } from './webhook.tsx'

const DeliveryDetails = lazy(() => import('./delivery-details.tsx'))

type Delivery = ApiReply<typeof contract.listWebhookDeliveries>['data'][number]

const states = ['pending', 'delivered', 'failed'] as const
type State = (typeof states)[number]
const tones = { pending: 'primary', delivered: 'success', failed: 'error' } as const
const day = 86_400_000

/** All deliveries of an endpoint with their attempts. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const [state, setState] = useQueryParam('state')
  const [open, setOpen] = useQueryParam('delivery')
  const chosen = states.find((one) => one === state)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h3">
          {t('log.title')}
        </Title>
        <Group align="flex-end" gap="sm">
          <SelectField
            name="state"
            label={t('log.show')}
            value={chosen ?? 'all'}
            onChange={(value) => setState(value === 'all' ? null : value)}
            allowDeselect={false}
            choices={(['all', ...states] as const).map((value) => ({ value, label: t(`log.show_${value}`) }))}
          />
          <Refresh />
          <ReplayAll webhook={webhook} />
        </Group>
      </Group>
      <Deliveries endpoint_id={webhook.id} state={chosen} onOpen={setOpen} />
      {open && (
        <Suspense>
          <DeliveryDetails webhook={webhook} delivery_id={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Stack>
  )
}

function Refresh() {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const key = queryKey(contract.listWebhookDeliveries)
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => void client.invalidateQueries({ queryKey: key })}
    >
      {t('log.refresh')}
    </Button>
  )
}

function ReplayAll({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { errorText } = useErrorText()
  const replay = useApiMutation(contract.replayFailedWebhooks, {
    invalidates: [contract.listWebhookDeliveries],
    onSuccess: ({ replayed }) => toast(t('replay.many', { count: replayed })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (webhook.state !== 'active') return null
  // Older deliveries are deleted.
  const since = () => new Date(Date.now() - 30 * day).toISOString()
  return (
    <Button
      variant="default"
      loading={replay.isPending}
      onClick={() => replay.mutate({ endpoint_id: webhook.id, since: since() })}
    >
      {t('replay.all')}
    </Button>
  )
}

interface ListProps {
  endpoint_id: string
  state: State | undefined
  onOpen: (id: string) => void
}

function Deliveries({ endpoint_id, state, onOpen }: ListProps) {
  const { t } = useTranslation('webhooks')
  const pages = useApiPages(contract.listWebhookDeliveries, {
    endpoint_id,
    limit: 30,
    ...(state && { state }),
  })
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.refetch} />
  return (
    <DataTable
      label={t('log.title')}
      rows={pages.rows}
      rowKey="id"
      pages={pages}
      empty={
        <EmptyState icon={<IconSend size={32} />} title={t('log.none')} text={t('log.noneText')} order={3} />
      }
      columns={[
        {
          key: 'event_type',
          title: t('log.event'),
          render: (row) => <What delivery={row} onOpen={onOpen} />,
        },
        {
          key: 'state',
          title: t('log.state'),
          width: 150,
          wide: true,
          render: (row) => <How delivery={row} />,
        },
        {
          key: 'last_status',
          title: t('log.answer'),
          wide: true,
          render: (row) => <Last delivery={row} />,
        },
        {
          key: 'created_at',
          title: t('log.when'),
          width: 180,
          wide: true,
          render: ({ created_at }) => <Time at={created_at} />,
        },
      ]}
    />
  )
}

function What({ delivery, onOpen }: { delivery: Delivery; onOpen: (id: string) => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <div>
      <Button
        variant="subtle"
        px={4}
        onClick={() => onOpen(delivery.id)}
        aria-label={t('log.open', { type: delivery.event_type })}
        styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
      >
        <bdi>{delivery.event_type}</bdi>
      </Button>
      <Box hiddenFrom="sm" px={4}>
        <Stack gap={4}>
          <How delivery={delivery} />
          <Last delivery={delivery} />
          <Text size="sm" c="dimmed">
            <Time at={delivery.created_at} />
          </Text>
        </Stack>
      </Box>
    </div>
  )
}

function How({ delivery: { state } }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  return (
    <Badge variant="light" color={tones[state]}>
      {t(`log.state_${state}`)}
    </Badge>
  )
}

function Last({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { attempts, last_status, last_failure, state, next_attempt_at } = delivery
  if (attempts === 0) return <Text size="sm">{t('log.notYet')}</Text>
  return (
    <Text size="sm">
      {last_failure ? t(`failures.${last_failure}`) : t('log.status', { status: last_status })}
      {' · '}
      {t('log.attempts', { count: attempts })}
      {state === 'pending' && (
        <Text span display="block" c="dimmed">
          {t('log.next')} <Time at={next_attempt_at} style="relative" />
        </Text>
      )}
    </Text>
  )
}
