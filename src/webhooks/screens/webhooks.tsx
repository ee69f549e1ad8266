import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SecretShownOnce } from '#ui/components/secret-shown-once.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { WebhookState } from './webhook-state.tsx'

const WebhookForm = lazy(() => import('./webhook-form.tsx'))

export const handle: ScreenHandle = { namespaces: ['webhooks'] }

type Webhook = ApiReply<typeof contract.listWebhooks>['data'][number]

/** List of the school's webhook endpoints. */
export default function Webhooks() {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<ApiReply<typeof contract.createWebhook> | null>(null)
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setNew(true)}>
            {t('new.open')}
          </Button>
        }
      />
      <WebhookList onNew={() => setNew(true)} />
      {isNew && (
        <Suspense>
          <WebhookForm
            webhook={null}
            onClose={() => setNew(false)}
            onMade={(answer) => {
              setNew(false)
              setMade(answer)
            }}
          />
        </Suspense>
      )}
      {made && (
        <SecretShownOnce
          title={t('made.title')}
          text={t('made.text')}
          values={[{ label: t('made.secret'), value: made.secret }]}
          onClose={() => void navigate(`/manage/webhooks/${made.webhook.id}`)}
        />
      )}
    </Stack>
  )
}

function WebhookList({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('webhooks')
  const pages = useApiPages(contract.listWebhooks, { limit: 100 })
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.refetch} />
  if (!pages.rows) return <CardSkeleton />
  if (pages.rows.length === 0)
    return (
      <EmptyState
        icon={<IconWebhook size={32} />}
        title={t('none')}
        text={t('noneText')}
        action={<Button onClick={onNew}>{t('new.open')}</Button>}
      />
    )
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {pages.rows.map((webhook) => (
          <li key={webhook.id}>
            <WebhookCard webhook={webhook} />
          </li>
        ))}
      </Stack>
      <ListFooter pages={pages} />
    </Stack>
  )
}

const maxShown = 5

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { id, url, description, event_types, last_delivered_at } = webhook
  const more = event_types.length - maxShown
  return (
    <Paper component="article" withBorder radius="lg" p="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap="xs" flex="1 1 16rem" miw={0}>
          <Title order={2} size="h4" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
            {url}
          </Title>
          {description && <Text style={{ overflowWrap: 'anywhere' }}>{description}</Text>}
          <Group gap={6}>
            {event_types.slice(0, maxShown).map((type) => (
              <Badge key={type} variant="light" tt="none" dir="ltr">
                {type}
              </Badge>
            ))}
            {more > 0 && <Badge variant="light">{t('moreEvents', { count: more })}</Badge>}
          </Group>
          <Group gap="sm">
            <WebhookState webhook={webhook} />
            <Text size="sm" c="dimmed">
              {last_delivered_at ? (
                <>
                  {t('lastDelivered')} <Time at={last_delivered_at} style="relative" />
                </>
              ) : (
                t('neverDelivered')
              )}
            </Text>
          </Group>
        </Stack>
        <LinkButton to={`/manage/webhooks/${id}`} variant="default">
          {t('look')}
        </LinkButton>
      </Group>
    </Paper>
  )
}
