import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'

type Acceptance = ApiReply<typeof contract.getMyConsent>['accepted'][number]

/** List of accepted texts with version and time. */
export function AcceptanceList({ accepted, order }: { accepted: readonly Acceptance[]; order: 2 | 3 }) {
  const { t } = useTranslation('consent')
  return (
    <div>
      <Title order={order} size="h4" mb="xs">
        {t('accepted.title')}
      </Title>
      {accepted.length === 0 && <Text>{t('accepted.none')}</Text>}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {accepted.map((one) => (
          <li key={`${one.kind} ${one.version}`}>
            {t(`accepted.${one.kind}`)},{' '}
            <Anchor underline="always" href={one.url ?? `/${one.kind}?version=${one.version}`}>
              {one.url ? t('accepted.elsewhere') : t('accepted.version', { version: one.version })}
            </Anchor>
            <Text size="sm" c="dimmed">
              <Time at={one.accepted_at} /> · {t(`accepted.source_${one.source}`)}
            </Text>
          </li>
        ))}
      </Stack>
    </div>
  )
}
