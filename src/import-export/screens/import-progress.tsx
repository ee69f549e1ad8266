import { Group, List, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconFileAlert } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { hasText, useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { useFailureText } from './use-failure-text.ts'

type Imported = ApiReply<typeof contract.getImport>

/** Progress of an import; then the course or the error, with all differences. */
export function ImportProgress({ id, onAgain }: { id: string; onAgain: () => void }) {
  const { t } = useTranslation('import-export')
  const failureText = useFailureText()
  const first = useApiQuery(contract.getImport, { id })
  const isUnderWay = first.data?.state === 'waiting' || first.data?.state === 'running'
  useApiQuery(contract.getImport, { id }, { refetchInterval: isUnderWay ? 1_000 : false })
  if (first.error) return <ErrorState error={first.error} onRetry={first.refetch} />
  if (!first.data) return <ListSkeleton rows={3} />
  const { state, processed_bytes, total_bytes, failure, course_id } = first.data
  return (
    <Stack gap="lg" aria-live="polite">
      {isUnderWay && (
        <div>
          <Text mb={4}>{t('import.running')}</Text>
          <ProgressBar share={total_bytes ? processed_bytes / total_bytes : 0} label={t('import.running')} />
          <Text size="sm" c="dimmed" mt="xs">
            {t('import.leave')}
          </Text>
        </div>
      )}
      {state === 'done' && course_id && (
        <EmptyState
          icon={<IconCircleCheck size={32} />}
          title={t('import.done')}
          action={<LinkButton to={`/manage/courses/${course_id}`}>{t('import.open')}</LinkButton>}
        />
      )}
      {state === 'failed' && (
        <EmptyState
          icon={<IconFileAlert size={32} />}
          title={t('import.failed')}
          text={failureText(failure)}
          action={<Button onClick={onAgain}>{t('import.again')}</Button>}
        />
      )}
      {first.data.report.length > 0 && <Report items={first.data.report} failed={state === 'failed'} />}
    </Stack>
  )
}

function Report({ items, failed }: { items: Imported['report']; failed: boolean }) {
  const { t, i18n } = useTranslation('import-export')
  const itemText = (code: string, name: string) => {
    const key = `report.items.${code}`
    return hasText(i18n, 'import-export', key) ? t(key, { name }) : code
  }
  return (
    <section aria-label={t('report.title')}>
      <Title order={2} size="h4" mb="xs">
        {t(failed ? 'report.errors' : 'report.title')}
      </Title>
      <List spacing="xs">
        {items.map(({ code, path, name }, at) => (
          <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
            {code === 'more_errors' ? (
              t(name ? 'report.moreErrors' : 'report.moreErrorsUncounted', {
                count: Number(name || items.length - 1),
              })
            ) : failed ? (
              <Group gap="xs">
                <code>{path}</code> {name}
              </Group>
            ) : (
              itemText(code, name)
            )}
          </List.Item>
        ))}
      </List>
    </section>
  )
}
