import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { parseUserAgent } from './device-name.ts'

type OpenSession = ApiReply<typeof contract.listSessions>['data'][number]

/** Sessions of a person, with buttons to end them. */
export function ActiveSessions() {
  const { t } = useTranslation('people')
  const { t: shared } = useTranslation('ui')
  const sessions = useApiPages(contract.listSessions, {})
  return (
    <Section title={t('sessions.title')} text={t('sessions.text')}>
      {sessions.error && <ErrorState error={sessions.error} onRetry={sessions.refetch} />}
      {sessions.isLoading && <ListSkeleton rows={2} />}
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {sessions.rows?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      {(sessions.rows?.length ?? 0) > 1 && <EndOthers />}
      {sessions.hasMore && (
        <Button variant="default" loading={sessions.isLoadingMore} onClick={sessions.loadMore}>
          {shared('table.more')}
        </Button>
      )}
    </Section>
  )
}

function EndOthers() {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const end = useApiMutation(contract.revokeOtherSessions, {
    invalidates: [contract.listSessions],
    onSuccess: () => toast(t('sessions.othersEnded')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Group>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
        {t('sessions.endOthers')}
      </Button>
    </Group>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const revoke = useApiMutation(contract.revokeSession, {
    invalidates: [contract.listSessions],
    onSuccess: () => toast(t('sessions.ended')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const { browser, system } = parseUserAgent(session.user_agent)
  const device =
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'))
  return (
    <Group component="li" wrap="nowrap" justify="space-between" gap="md">
      <Group wrap="nowrap" gap="md" miw={0}>
        <IconDevices size={24} aria-hidden style={{ flex: 'none' }} />
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {session.is_current && <Badge variant="light">{t('sessions.current')}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {t('sessions.lastUsed')} <Time at={session.last_used_at} style="relative" />
            {session.address && <bdi> · {session.address}</bdi>}
          </Text>
        </div>
      </Group>
      {!session.is_current && (
        <Button
          variant="default"
          size="sm"
          flex="none"
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ session_id: session.id })}
          aria-label={t('sessions.endLabel', { device })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  )
}
