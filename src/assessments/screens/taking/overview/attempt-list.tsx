import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Overview } from './use-rules.ts'

/** Own attempts, newest first. */
export function AttemptList({ attempts }: { attempts: Overview['attempts'] }) {
  const { t } = useTranslation('taking')
  return (
    <Stack gap="xs" component="section" aria-labelledby="attempts-title">
      <Text component="h2" id="attempts-title" fw={600}>
        {t('attempts.title')}
      </Text>
      {attempts.map(({ id, number, state, started_at, result }) => (
        <Group key={id} gap="sm" wrap="wrap">
          <Anchor component={Link} to={`/assessments/attempts/${id}`}>
            {t('attempts.number', { number: formatNumber(number) })}
          </Anchor>
          <Time at={started_at} />
          <Badge variant="light">{t(`states.${state}`)}</Badge>
          {result?.score != null && (
            <Text fw={600}>{t('attempts.score', { number: formatNumber(result.score) })}</Text>
          )}
        </Group>
      ))}
    </Stack>
  )
}
