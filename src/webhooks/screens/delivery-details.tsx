import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Webhook } from './webhook.tsx'

interface Props {
  webhook: Webhook
  delivery_id: string
  onClose: () => void
}

type Delivery = ApiReply<typeof contract.getWebhookDelivery>

/** The body of a delivery and the result of each attempt. */
export default function DeliveryDetails({ webhook, delivery_id, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const endpoint_id = webhook.id
  const query = useApiQuery(contract.getWebhookDelivery, { endpoint_id, delivery_id })
  return (
    <Modal opened onClose={onClose} title={query.data?.event_type ?? t('delivery.title')} size="xl">
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <ListSkeleton />}
      {query.data && <Details delivery={query.data} webhook={webhook} />}
    </Modal>
  )
}

function Details({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { errorText } = useErrorText()
  const replay = useApiMutation(contract.replayWebhookDelivery, {
    invalidates: [contract.listWebhookDeliveries, contract.getWebhookDelivery],
    onSuccess: () => toast(t('replay.one')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          webhook-id: <bdi>{delivery.event_id}</bdi>
        </Text>
        {webhook.state === 'active' && (
          <Button
            loading={replay.isPending}
            onClick={() => replay.mutate({ endpoint_id: webhook.id, delivery_id: delivery.id })}
          >
            {t('replay.submit')}
          </Button>
        )}
      </Group>
      <div>
        <Title order={3} size="h4" mb="sm">
          {t('delivery.attempts')}
        </Title>
        {delivery.log.length === 0 && <Text c="dimmed">{t('log.notYet')}</Text>}
        <Stack gap="sm">
          {delivery.log.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </Stack>
      </div>
      <div>
        <Title order={3} size="h4" mb="sm">
          {t('delivery.body')}
        </Title>
        <Block text={JSON.stringify(JSON.parse(delivery.body), null, 2)} label={t('delivery.body')} />
      </div>
    </Stack>
  )
}

function Attempt({ attempt }: { attempt: Delivery['log'][number] }) {
  const { t } = useTranslation('webhooks')
  const { number, status, failure, duration_ms, started_at, response_body } = attempt
  return (
    <Paper withBorder radius="md" p="md">
      <Group gap="sm">
        <Text fw={600}>{failure ? t(`failures.${failure}`) : t('log.status', { status })}</Text>
        <Text size="sm" c="dimmed">
          {t('delivery.attempt', { number })} · <Time at={started_at} /> ·{' '}
          {t('delivery.took', { count: duration_ms })}
        </Text>
      </Group>
      {response_body && <Block text={response_body} label={t('delivery.answer', { number })} />}
    </Paper>
  )
}

function Block({ text, label }: { text: string; label: string }) {
  return (
    <Code
      block
      mt="xs"
      dir="ltr"
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', maxHeight: '16rem', overflowY: 'auto' }}
    >
      {text}
    </Code>
  )
}
