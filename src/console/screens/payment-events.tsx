import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconRefresh, IconWebhook } from '@tabler/icons-react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type Event = ApiReply<typeof contract.listPlatformPaymentEvents>['data'][number]

const states = ['failed', 'received', 'processed', 'ignored'] as const
const colors = { failed: 'error', received: 'accent', processed: 'success', ignored: 'gray' } as const

/** Webhooks of payment providers that name no school; failed ones can be replayed. */
export default function PaymentEvents() {
  const { t } = useTranslation('console')
  const [chosen, setChosen] = useQueryParam('state')
  const state = states.find((one) => one === chosen)
  const events = useApiPages(contract.listPlatformPaymentEvents, { limit: 50, ...(state && { state }) })
  return (
    <Stack gap="lg">
      <PageHeading title={t('events.title')} text={t('events.text')} />
      <SelectField
        label={null}
        aria-label={t('billing.status')}
        placeholder={t('billing.anyStatus')}
        choices={states.map((value) => ({ value, label: t(`events.states.${value}`) }))}
        value={state ?? null}
        onChange={setChosen}
        clearable
        clearButtonProps={{ 'aria-label': t('billing.anyStatus') }}
        w={{ base: '100%', xs: 220 }}
      />
      {events.error ? (
        <ErrorState error={events.error} onRetry={events.refetch} />
      ) : (
        <EventsTable events={events} />
      )}
    </Stack>
  )
}

function EventsTable({
  events,
}: {
  events: ReturnType<typeof useApiPages<typeof contract.listPlatformPaymentEvents>>
}) {
  const { t } = useTranslation('console')
  return (
    <DataTable
      label={t('events.title')}
      rows={events.rows}
      rowKey="id"
      pages={events}
      empty={<EmptyState icon={<IconWebhook size={32} />} title={t('events.none')} />}
      columns={[
        { key: 'event_type', title: t('events.event'), render: (event) => <EventName event={event} /> },
        {
          key: 'state',
          title: t('billing.status'),
          width: 200,
          render: (event) => <State event={event} />,
        },
        {
          key: 'received_at',
          title: t('events.received'),
          width: 180,
          wide: true,
          render: (event) => <Time at={event.received_at} />,
        },
      ]}
    />
  )
}

function EventName({ event }: { event: Event }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={600} dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
        {event.event_type}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {providerTitles[event.provider]}
        {event.last_error && ` · ${event.last_error}`}
      </Text>
    </div>
  )
}

function State({ event: { id, state } }: { event: Event }) {
  const { t } = useTranslation('console')
  const { errorText } = useErrorText()
  const replay = useApiMutation(contract.replayPlatformPaymentEvent, {
    invalidates: [contract.listPlatformPaymentEvents],
    onSuccess: () => toast(t('events.replayed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Group gap="xs">
      <Badge variant="light" color={colors[state]}>
        {t(`events.states.${state}`)}
      </Badge>
      {state === 'failed' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={replay.isPending}
          onClick={() => replay.mutate({ id })}
        >
          {t('events.replay')}
        </Button>
      )}
    </Group>
  )
}
