import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { IconRefresh, IconWebhook } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listPaymentEvents, replayPaymentEvent } from '../../contract.ts'

type Event = ApiReply<typeof listPaymentEvents>['data'][number]

const states = ['failed', 'received', 'processed', 'ignored'] as const
const colors = { failed: 'error', received: 'accent', processed: 'success', ignored: 'gray' } as const

/** Webhooks that payment providers sent; failed ones can be replayed. */
export function WebhookEvents() {
  const { t } = useTranslation('payments')
  const [state, setState] = useQueryParam('state')
  const chosen = states.find((one) => one === state)
  const list = useApiPages(listPaymentEvents, { limit: 50, ...(chosen && { state: chosen }) })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('events.text')}</Text>
      <Group>
        <SelectField
          label={t('orders.status')}
          placeholder={t('orders.all')}
          clearable
          value={chosen ?? null}
          onChange={setState}
          choices={states.map((value) => ({ value, label: t(`events.state.${value}`) }))}
        />
      </Group>
      <DataTable
        label={t('orders.view_webhooks')}
        rows={list.rows}
        rowKey="id"
        pages={list}
        empty={<NoEvents />}
        columns={[
          { key: 'event_type', title: t('events.event'), render: (event) => <EventName event={event} /> },
          { key: 'state', title: t('orders.status'), render: (event) => <EventState event={event} /> },
          {
            key: 'received_at',
            title: t('events.received'),
            width: 180,
            wide: true,
            render: (event) => <Time at={event.received_at} />,
          },
        ]}
      />
    </Stack>
  )
}

function NoEvents() {
  const { t } = useTranslation('payments')
  return <EmptyState icon={<IconWebhook size={40} />} title={t('events.none')} text={t('events.noneText')} />
}

function EventName({ event }: { event: Event }) {
  const { t } = useTranslation('payments')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text dir="ltr" ta="start">
        {event.event_type}
      </Text>
      <Text size="sm" c="dimmed">
        {providerTitles[event.provider]}
      </Text>
      {event.order_id && (
        <Anchor
          size="sm"
          renderRoot={(props: object) => <Link to={`/manage/orders/${event.order_id}`} {...props} />}
        >
          {t('events.order')}
        </Anchor>
      )}
    </div>
  )
}

function EventState({ event }: { event: Event }) {
  const { t } = useTranslation('payments')
  const { errorText } = useErrorText()
  const replay = useApiMutation(replayPaymentEvent, {
    invalidates: [listPaymentEvents],
    onSuccess: () => toast(t('events.replayed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack gap={4} align="flex-start">
      <Badge color={colors[event.state]} variant="light">
        {t(`events.state.${event.state}`)}
      </Badge>
      {event.last_error && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {event.last_error}
        </Text>
      )}
      {event.state === 'failed' && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={replay.isPending}
          onClick={() => replay.mutate({ id: event.id })}
        >
          {t('events.replay')}
        </Button>
      )}
    </Stack>
  )
}
