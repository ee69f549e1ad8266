import { Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { rightAnswer } from '#lib/questions/right-answer.ts'
import { QuestionReview } from '#ui/questions/review/question-review.tsx'
import * as contract from '../../../contract.ts'

interface Props {
  bank_id: string
  id: string
  version: number
  onRestore: (version: ApiReply<typeof contract.getQuestionVersion>, number: number) => void
}

/** Where a question is used, and its versions. */
export function QuestionHistory(props: Props) {
  return (
    <>
      <Uses {...props} />
      <Versions {...props} />
    </>
  )
}

function Uses({ bank_id, id }: Props) {
  const { t } = useTranslation('question-editor')
  const uses = useApiQuery(contract.listQuestionUses, { bank_id, id })
  if (uses.error) return <ErrorState error={uses.error} onRetry={uses.refetch} />
  return (
    <Section title={t('uses.title')}>
      {!uses.data && <ListSkeleton rows={2} />}
      {uses.data?.data.length === 0 && <Text c="dimmed">{t('uses.none')}</Text>}
      {uses.data && uses.data.data.length > 0 && (
        <ul>
          {uses.data.data.map(({ assessment_id, name, course_name }) => (
            <li key={assessment_id}>
              <bdi>{name}</bdi>
              {course_name && (
                <Text span c="dimmed">
                  {' · '}
                  <bdi>{course_name}</bdi>
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Versions(props: Props) {
  const { bank_id, id, version } = props
  const { t } = useTranslation('question-editor')
  const list = useApiPages(contract.listQuestionVersions, { bank_id, id, limit: 10 })
  const [shown, setShown] = useState<number | null>(null)
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <Section title={t('versions.title')}>
      <Stack gap="sm">
        {!list.rows && <ListSkeleton rows={2} />}
        {list.rows?.map(({ number, created_at, created_by_name }) => (
          <Group key={number} justify="space-between" gap="sm">
            <div>
              <Text fw={600}>
                {t('versions.version', { number })}{' '}
                {number === version && <Badge tt="none">{t('versions.current')}</Badge>}
              </Text>
              <Text size="sm" c="dimmed">
                <Time at={created_at} style="datetime" />
                {created_by_name && ' · '}
                <bdi>{created_by_name}</bdi>
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={t('versions.show', { number })}
              onClick={() => setShown(number)}
            >
              {t('versions.open')}
            </Button>
          </Group>
        ))}
        <ListFooter pages={list} />
      </Stack>
      {shown !== null && <VersionDialog {...props} number={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

function VersionDialog({
  bank_id,
  id,
  number,
  version,
  onClose,
  onRestore,
}: Props & { number: number; onClose: () => void }) {
  const { t } = useTranslation('question-editor')
  const read = useApiQuery(contract.getQuestionVersion, { bank_id, id, number })
  return (
    <Modal opened onClose={onClose} size="lg" title={t('versions.version', { number })}>
      {read.error && <ErrorState error={read.error} onRetry={read.refetch} />}
      {read.isLoading && <ListSkeleton rows={3} />}
      {read.data && (
        <Stack gap="lg">
          <QuestionReview
            body={read.data.body}
            answer={rightAnswer(read.data.body, read.data.key)}
            correctKey={read.data.key}
            files={{
              urlOf: (upload_id) => read.data.files.find((file) => file.upload_id === upload_id)?.url,
              send: null,
            }}
          />
          {number !== version && (
            <Button
              onClick={() => {
                onRestore(read.data, number)
                onClose()
              }}
            >
              {t('versions.restore')}
            </Button>
          )}
        </Stack>
      )}
    </Modal>
  )
}
