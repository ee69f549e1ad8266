import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type Visit = ApiReply<typeof contract.listVisits>['data'][number]

export function VisitList() {
  const { t } = useTranslation('support')
  const visits = useApiPages(contract.listVisits, { limit: 10 })
  if (visits.error) return <ErrorState error={visits.error} onRetry={visits.refetch} />
  if (!visits.rows) return <ListSkeleton />
  if (visits.rows.length === 0)
    return (
      <Paper withBorder radius="lg" p="md">
        <Text c="dimmed">{t('activity.noVisits')}</Text>
      </Paper>
    )
  return (
    <>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {visits.rows.map((visit) => (
          <VisitCard key={visit.id} visit={visit} />
        ))}
      </Stack>
      <ListFooter pages={visits} more={t('activity.more')} />
    </>
  )
}

function VisitCard({ visit }: { visit: Visit }) {
  const { t } = useTranslation('support')
  const { name, email, reason, write_access_reason, is_open, end_cause } = visit
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ flex: '1 1 18rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text fw={640}>{name}</Text>
            <Badge variant="light" color={is_open ? 'warning' : 'gray'}>
              {is_open ? t('activity.open') : t('activity.over')}
            </Badge>
          </Group>
          <Text size="sm" dir="ltr" style={{ textAlign: 'start' }}>
            {email}
          </Text>
          <Text>{t('activity.reasonIs', { reason })}</Text>
          {write_access_reason && <Text>{t('activity.raisedFor', { reason: write_access_reason })}</Text>}
          <Text size="sm" c="dimmed">
            {t('activity.from')} <Time at={visit.created_at} /> {t('activity.until')}{' '}
            <Time at={visit.ended_at ?? visit.ends_at} />
            {end_cause && ` · ${t(`activity.cause.${end_cause}`)}`}
          </Text>
        </Stack>
        {is_open && <EndButton visit={visit} />}
      </Group>
    </Paper>
  )
}

function EndButton({ visit: { id, email } }: { visit: Visit }) {
  const { t } = useTranslation('support')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const isOwner = useSession()?.user_type === 'account_user'
  const end = useApiMutation(contract.endVisit, {
    invalidates: [contract.listVisits],
    onSuccess: () => toast(t('activity.ended')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!isOwner) return null
  const ask = async () => {
    const question = { title: t('activity.endTitle'), text: t('activity.endText'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('activity.end') })) end.mutate({ visit_id: id })
  }
  return (
    <Button
      variant="light"
      color="error"
      loading={end.isPending}
      aria-label={t('activity.endNamed', { email })}
      onClick={() => void ask()}
    >
      {t('activity.end')}
    </Button>
  )
}
