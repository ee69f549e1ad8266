import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

type Assessment = ApiReply<typeof contract.listHomepageAssessments>['data'][number]

export const handle: ScreenHandle = { namespaces: ['taking'] }

/** Assessments of the school itself; those of courses are in their lessons. */
export default function MyAssessments() {
  const { t } = useTranslation('taking')
  const list = useApiPages(contract.listHomepageAssessments, { limit: 50 })
  return (
    <Stack gap="lg">
      <PageHeading title={t('list.title')} text={t('list.text')} />
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton rows={4} />}
      {list.rows?.length === 0 && (
        <EmptyState icon={<IconClipboardList size={40} />} title={t('list.none')} text={t('list.noneText')} />
      )}
      {list.rows && list.rows.length > 0 && (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {list.rows.map((assessment) => (
            <Row key={assessment.id} assessment={assessment} />
          ))}
        </Stack>
      )}
      <ListFooter pages={list} />
    </Stack>
  )
}

function Row({ assessment }: { assessment: Assessment }) {
  const { t } = useTranslation('taking')
  const { id, name, kind, opens_at, closes_at, used_attempts } = assessment
  const state = stateOf(assessment)
  return (
    <Paper component="li" withBorder radius="md" p="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <div style={{ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Anchor
            fw={600}
            dir="auto"
            renderRoot={(props: object) => <Link to={`/assessments/${id}`} prefetch="intent" {...props} />}
          >
            {name}
          </Anchor>
          <Group gap="xs" c="dimmed" fz="sm">
            <span>{t(`kinds.${kind}`)}</span>
            {state === 'upcoming' && opens_at && (
              <span>
                {t('rules.names.opens')} <Time at={opens_at} />
              </span>
            )}
            {state !== 'upcoming' && closes_at && (
              <span>
                {t('rules.names.closes')} <Time at={closes_at} />
              </span>
            )}
            {used_attempts > 0 && (
              <Text fz="sm">{t('list.used', { number: formatNumber(used_attempts) })}</Text>
            )}
          </Group>
        </div>
        <Badge color={colors[state]} variant="light" tt="none">
          {t(`list.states.${state}`)}
        </Badge>
      </Group>
    </Paper>
  )
}

const colors = { running: 'warning', open: 'success', upcoming: 'gray', over: 'gray' }

function stateOf({ is_running, opens_at, closes_at }: Assessment) {
  const now = Date.now()
  if (is_running) return 'running'
  if (closes_at && Date.parse(closes_at) < now) return 'over'
  return opens_at && Date.parse(opens_at) > now ? 'upcoming' : 'open'
}
