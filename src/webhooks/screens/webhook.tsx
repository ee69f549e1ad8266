import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookState } from './webhook-state.tsx'

export const handle: ScreenHandle = { namespaces: ['webhooks'] }

export type Webhook = ApiReply<typeof contract.getWebhook>

/** One endpoint with its state and deliveries. */
export default function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { endpoint_id = '' } = useParams()
  const query = useApiQuery(contract.getWebhook, { endpoint_id }, { refetchInterval: 15_000 })
  const webhook = query.data
  const host = webhook ? new URL(webhook.url).host : t('one')
  return (
    <Stack gap="lg">
      <PageHeading
        title={host}
        crumbs={[{ label: t('title'), to: '/manage/webhooks' }]}
        actions={webhook && <WebhookActions webhook={webhook} />}
      />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!webhook && !query.error && <CardSkeleton />}
      {webhook && (
        <>
          <WebhookStatus webhook={webhook} />
          <Details webhook={webhook} />
          <DeliveryLog webhook={webhook} />
        </>
      )}
    </Stack>
  )
}

function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { state, disabled_reason, failing_since } = webhook
  if (state === 'disabled')
    return (
      <Alert color="error" icon={<IconAlertTriangle aria-hidden />} title={t('off.title')}>
        {t(`off.${disabled_reason ?? 'failing'}`)}
      </Alert>
    )
  if (state === 'active' && failing_since)
    return (
      <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('failing.title')}>
        {t('failing.since')} <Time at={failing_since} />. {t('failing.text')}
      </Alert>
    )
  return null
}

function Details({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { url, description, event_types, previous_secret_expires_at: former } = webhook
  return (
    <Paper component="section" aria-label={t('details')} withBorder radius="lg" p="lg">
      <Stack gap="sm">
        <Group gap="sm">
          <WebhookState webhook={webhook} />
          {former && (
            <Text size="sm" c="dimmed">
              {t('formerUntil')} <Time at={former} />
            </Text>
          )}
        </Group>
        <Text dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        {description && (
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Text>
        )}
        <div>
          <Title order={2} size="h5" mb={6}>
            {t('fields.events')}
          </Title>
          <Group gap={6}>
            {event_types.map((type) => (
              <Badge key={type} variant="light" tt="none" dir="ltr">
                {type}
              </Badge>
            ))}
          </Group>
        </div>
      </Stack>
    </Paper>
  )
}
