import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AcceptanceList } from './acceptance-list.tsx'

export const handle: ScreenHandle = { namespaces: ['consent'] }

interface Props {
  user_id: string
  /** Undefined while loading. */
  name: string | undefined
  /** Error of loading the person. */
  error: ApiError | null
}

/** For staff: acceptances and consents of a person with their times. */
export default function PersonConsent({ user_id, name, error: unknown }: Props) {
  const { t } = useTranslation('consent')
  const consent = useApiQuery(contract.getUserConsent, { user_id })
  const error = unknown ?? consent.error
  if (error && (error.status === 404 || error.status === 422))
    return (
      <>
        <PageHeading title={t('person.unknown')} />
        <EmptyState title={t('person.unknown')} text={t('person.unknownText')} />
      </>
    )
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading
        title={name ? t('person.titleOf', { name }) : t('person.title')}
        isLoading={name === undefined && unknown === null}
        text={t('person.text')}
      />
      {error && <ErrorState error={error} onRetry={() => void consent.refetch()} />}
      {!error && !consent.data && <ListSkeleton rows={3} />}
      {consent.data?.pending_document_kinds.map((kind) => (
        <Alert key={kind} color="warning">
          {t(`person.waits_${kind}`)}
        </Alert>
      ))}
      {consent.data && (
        <>
          <Paper component="section" withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
            <AcceptanceList accepted={consent.data.accepted} order={2} />
          </Paper>
          <Changes consents={consent.data.consents} />
        </>
      )}
    </Stack>
  )
}

type Consents = ApiReply<typeof contract.getUserConsent>['consents']

function Changes({ consents }: { consents: Consents }) {
  const { t } = useTranslation('consent')
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Title order={2} size="h4" mb="xs">
        {t('person.consents')}
      </Title>
      {consents.length === 0 && <Text>{t('person.noConsents')}</Text>}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {consents.map((one) => (
          <li key={`${one.purpose} ${one.changed_at}`}>
            <Group gap="xs">
              <Text fw={600}>{t(`person.purpose_${one.purpose}`)}</Text>
              <Text>{t(one.is_given ? 'person.given' : 'person.withdrawn')}</Text>
              <Text size="sm" c="dimmed">
                <Time at={one.changed_at} />
              </Text>
            </Group>
          </li>
        ))}
      </Stack>
    </Paper>
  )
}
