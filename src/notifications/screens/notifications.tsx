import { Center, Group, Paper, SegmentedControl, Stack } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import { useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { NotificationRow, type NotificationItem } from './notification-row.tsx'
import classes from './notifications.module.css'

export const handle: ScreenHandle = { namespaces: ['notifications'] }

/** The reader's notifications, newest first. */
export default function Notifications() {
  const { t } = useTranslation('notifications')
  const [filter, setFilter] = useQueryParam('show')
  const unreadOnly = filter === 'unread'
  const list = useApiPages(contract.listNotifications, { limit: 30, ...(unreadOnly && { unread: true }) })
  const unread = useApiQuery(contract.countUnreadNotifications, {})
  const { errorText } = useErrorText()
  const read = useApiMutation(contract.markNotificationsRead, {
    invalidates: [contract.listNotifications, contract.countUnreadNotifications],
    onError: (error) => toast(errorText(error), 'error'),
  })
  useCacheRows(unreadOnly ? undefined : list.rows)
  // Shows the stored list until the response arrives, also while offline.
  const rows = list.rows ?? (unreadOnly ? undefined : cachedRows())
  const count = unread.data?.unread_count ?? 0
  return (
    <>
      <PageHeading
        title={t('title')}
        actions={
          <Button
            variant="default"
            leftSection={<IconChecks size={18} aria-hidden />}
            disabled={count === 0}
            loading={read.isPending && read.variables?.all === true}
            onClick={() => read.mutate({ all: true })}
          >
            {t('readAll')}
          </Button>
        }
      />
      <Stack gap="lg" maw={760}>
        <Group>
          <SegmentedControl
            aria-label={t('show.label')}
            value={unreadOnly ? 'unread' : 'all'}
            onChange={(value) => setFilter(value === 'unread' ? 'unread' : null)}
            data={[
              { value: 'all', label: t('show.all') },
              { value: 'unread', label: t('show.unread', { count }) },
            ]}
          />
        </Group>
        {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
        {!rows && !list.error && <ListSkeleton />}
        {rows?.length === 0 && !list.isLoading && <Nothing unreadOnly={unreadOnly} />}
        {rows && rows.length > 0 && (
          <Paper withBorder radius="lg" className={classes.paper ?? ''}>
            <ul className={classes.list} aria-label={t('title')}>
              {rows.map((row) => (
                <NotificationRow key={row.id} item={row} onRead={() => read.mutate({ ids: [row.id] })} />
              ))}
            </ul>
          </Paper>
        )}
        {list.hasMore && (
          <Center>
            <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
              {t('more')}
            </Button>
          </Center>
        )}
      </Stack>
    </>
  )
}

function Nothing({ unreadOnly }: { unreadOnly: boolean }) {
  const { t } = useTranslation('notifications')
  return (
    <EmptyState
      icon={<IconBell size={40} />}
      title={t(unreadOnly ? 'nothingUnread' : 'nothing')}
      text={t('nothingText')}
    />
  )
}

const isNotification = (row: unknown): row is NotificationItem =>
  typeof row === 'object' &&
  row !== null &&
  'id' in row &&
  'kind' in row &&
  'data' in row &&
  'created_at' in row

const onServer = typeof window === 'undefined'

const cachedRows = () =>
  onServer ? undefined : getBrowserApp().store.notifications.get()?.filter(isNotification)

const maxCached = 30

/** Stores the newest notifications in the browser, under the key that the specification names. */
function useCacheRows(rows: readonly NotificationItem[] | undefined) {
  useEffect(() => {
    if (rows) getBrowserApp().store.notifications.set(rows.slice(0, maxCached))
  }, [rows])
}
