import { Badge, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../../contract.ts'
import classes from './my-certificates.module.css'

type Request = ApiReply<typeof contract.listMyCertificateRequests>['data'][number]

const colors = { requested: 'warning', approved: 'success', declined: 'gray' } as const

interface Props {
  pages: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void }
  rows: readonly Request[]
}

/** The student's requests, newest first; nothing without one. */
export function MyRequests({ pages, rows }: Props) {
  const { t } = useTranslation('my-certificates')
  if (rows.length === 0) return null
  return (
    <Section title={t('requests.title')}>
      <ul className={classes.requests}>
        {rows.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
      {pages.hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
          {t('more')}
        </Button>
      )}
    </Section>
  )
}

function RequestRow({ request }: { request: Request }) {
  const { t } = useTranslation('my-certificates')
  const { course_name, created_at, state, decline_reason } = request
  return (
    <li className={classes.request}>
      <div className={classes.requestText}>
        <Text fw={600} dir="auto">
          {course_name}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={created_at} style="date" />
        </Text>
        {decline_reason && <Text size="sm">{t('reason', { reason: decline_reason })}</Text>}
      </div>
      <Badge color={colors[state]} variant="light" tt="none">
        {t(`requests.states.${state}`)}
      </Badge>
    </li>
  )
}
