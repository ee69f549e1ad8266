import { Alert, Stack, Text } from '@mantine/core'
import { IconFileAlert, IconInfoCircle } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ImportCounts } from './import-counts.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportLines } from './import-lines.tsx'
import { ImportResult } from './import-result.tsx'

export type StudentImport = ApiReply<typeof contract.getStudentImport>

interface Props {
  job_id: string
  onAgain: () => void
}

/** Preview, progress and result of an import. */
export function ImportProgress({ job_id, onAgain }: Props) {
  const { t } = useTranslation('student-imports')
  const list = useApiQuery(contract.getStudentImport, { job_id })
  const state = list.data?.state
  const isMoving = state === 'reading' || state === 'running'
  useApiQuery(contract.getStudentImport, { job_id }, { refetchInterval: isMoving ? 1_000 : false })
  if (list.error)
    return list.error.status === 404 ? (
      <EmptyState
        icon={<IconFileAlert size={32} />}
        title={t('gone')}
        text={t('goneText')}
        action={<Button onClick={onAgain}>{t('again')}</Button>}
      />
    ) : (
      <ErrorState error={list.error} onRetry={list.refetch} />
    )
  if (!list.data) return <ListSkeleton rows={4} />
  return (
    <Stack gap="lg">
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('file', { name: list.data.file_name })}
      </Text>
      <div role="status">
        <Said list={list.data} />
      </div>
      <Part list={list.data} onAgain={onAgain} />
    </Stack>
  )
}

/** Status text for screen readers. */
function Said({ list }: { list: StudentImport }) {
  const { t } = useTranslation('student-imports')
  if (list.state === 'reading') return <Text>{t('reading')}</Text>
  if (list.state === 'running') return <Text>{t('running')}</Text>
  if (list.state === 'done')
    return (
      <Alert
        color={list.invalid_count > 0 ? 'warning' : 'success'}
        icon={<IconInfoCircle aria-hidden />}
        title={t('done')}
      >
        {t('doneText')}
      </Alert>
    )
  return null
}

function Part({ list, onAgain }: { list: StudentImport; onAgain: () => void }) {
  const { t } = useTranslation('student-imports')
  switch (list.state) {
    case 'reading':
      return <ListSkeleton rows={4} />
    case 'ready':
      return <ImportPreview list={list} onAgain={onAgain} />
    case 'running':
      return <Running list={list} />
    case 'done':
      return (
        <>
          <ImportResult list={list} onAgain={onAgain} />
          <ImportLines list={list} />
        </>
      )
    case 'failed':
      return (
        <EmptyState
          icon={<IconFileAlert size={32} />}
          title={t('failed')}
          text={t(`failures.${list.failure ?? 'internal_error'}`, { line: list.failure_line ?? 0 })}
          action={<Button onClick={onAgain}>{t('again')}</Button>}
        />
      )
  }
}

function Running({ list }: { list: StudentImport }) {
  const { t } = useTranslation('student-imports')
  const {
    new_count,
    existing_count,
    pending_invitation_count,
    processed_count,
    invited_count,
    assigned_count,
    unchanged_count,
  } = list
  const all = new_count + existing_count + pending_invitation_count
  return (
    <>
      <div>
        <ProgressBar share={all ? processed_count / all : 0} label={t('running')} />
        <Text size="sm" c="dimmed" mt="xs">
          {t('progress', { done: formatNumber(processed_count), all: formatNumber(all) })} {t('leave')}
        </Text>
      </div>
      <ImportCounts
        label={t('result')}
        figures={[
          ['invited', invited_count],
          ['assigned', assigned_count],
          ['unchanged', unchanged_count],
        ]}
      />
    </>
  )
}
