import { Drawer, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton, TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../../contract.ts'
import { DiffView } from './diff-view.tsx'
import classes from './content-history.module.css'

interface Props {
  content_id: string
  opened: boolean
  /** The current draft. */
  written: { title: string; body: string }
  onClose: () => void
  onRestore: (number: number) => void
}

/** All published versions with differences, and a button to restore each. */
export function ContentHistory({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation('courses')
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={520}>
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content>
        <Drawer.Header role="presentation">
          <Drawer.Title fw={680}>{t('history.title')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('history.close')} size="lg" />
        </Drawer.Header>
        <Drawer.Body>{opened && <Versions {...rest} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

type VersionsProps = Omit<Props, 'opened' | 'onClose'>

function Versions({ content_id, written, onRestore }: VersionsProps) {
  const { t } = useTranslation('courses')
  const list = useApiPages(contract.listContentVersions, { id: content_id, limit: 20 })
  const [chosen, setChosen] = useState<number | null>(null)
  const removal = useRemoval(content_id, list.refetch)
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton />
  if (list.rows.length === 0)
    return <EmptyState title={t('history.none')} text={t('history.noneText')} order={3} />
  const rows = list.rows.filter(({ number }) => !removal.removed.has(number))
  const open = chosen ?? rows[0]!.number
  return (
    <Stack gap="md">
      <ol className={classes.versions}>
        {rows.map((version) => (
          <li key={version.number}>
            <button
              type="button"
              className={classes.version}
              aria-expanded={open === version.number}
              onClick={() => setChosen(version.number)}
            >
              <strong>{t('history.version', { number: version.number })}</strong>
              <span>
                <Time at={version.published_at} />
                {version.published_by_name && ` · ${version.published_by_name}`}
              </span>
              <span>{t(`publishing.audience.${version.audience}`)}</span>
            </button>
            {open === version.number && (
              <OneVersion
                content_id={content_id}
                number={version.number}
                written={written}
                onRestore={onRestore}
                onRemove={version.is_current ? null : () => removal.remove(version.number)}
              />
            )}
          </li>
        ))}
      </ol>
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('history.more')}
        </Button>
      )}
    </Stack>
  )
}

/** Hides versions at once and deletes them on the server when the time to undo has passed. */
function useRemoval(content_id: string, refetch: () => void) {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const remove = (number: number) => {
    setRemoved((numbers) => new Set([...numbers, number]))
    const bringBack = () => setRemoved((numbers) => new Set([...numbers].filter((one) => one !== number)))
    const commit = () =>
      void api(contract.deleteContentVersion, { id: content_id, number }).then(refetch, (error: ApiError) => {
        toast(errorText(error), 'error')
        bringBack()
      })
    toastUndo(t('history.deleted', { number }), { undo: bringBack, commit })
  }
  return { removed, remove }
}

interface OneVersionProps extends VersionsProps {
  number: number
  /** Null for a version that students read. */
  onRemove: (() => void) | null
}

function OneVersion({ content_id, number, written, onRestore, onRemove }: OneVersionProps) {
  const { t } = useTranslation('courses')
  const { data, error, refetch } = useApiQuery(contract.getContentVersion, { id: content_id, number })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <TextSkeleton lines={4} />
  return (
    <Stack gap="sm" p="sm">
      <Text size="sm" c="dimmed">
        {t('history.since')}
      </Text>
      <DiffView before={data} after={written} />
      {data.media && <Text size="sm">{t('history.file', { name: data.media.file_name })}</Text>}
      <Group>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => onRestore(number)}
        >
          {t('history.restore')}
        </Button>
        {onRemove && (
          <Button
            size="sm"
            variant="subtle"
            color="error"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={onRemove}
          >
            {t('history.delete')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
