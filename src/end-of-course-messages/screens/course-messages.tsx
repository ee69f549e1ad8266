import { Badge, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Message } from '#ui/components/feedback/message.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

export const handle: ScreenHandle = { namespaces: ['end-of-course-messages'] }

type ThreadRow = ApiReply<typeof contract.listEndOfCourseThreads>['data'][number]

/** Messages of students at the end of a course, for staff, within the course builder. */
export default function CourseMessages() {
  const { t } = useTranslation('end-of-course-messages')
  const { course_id = '' } = useParams()
  const [only, setOnly] = useQueryParam('awaits_reply')
  const awaits_reply = only === 'true'
  const list = useApiPages(contract.listEndOfCourseThreads, {
    course_id,
    limit: 30,
    ...(awaits_reply && { awaits_reply }),
  })
  return (
    <Stack gap="lg" maw={820}>
      <SwitchField
        label={t('waitingOnly')}
        value={awaits_reply}
        onChange={(on) => setOnly(on ? 'true' : null)}
      />
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton />}
      {list.rows?.length === 0 && (
        <EmptyState
          icon={<IconMessages size={32} />}
          title={t(awaits_reply ? 'noneWaiting' : 'none')}
          text={t('noneText')}
        />
      )}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.rows?.map((thread) => (
          <Thread key={thread.student_id} course_id={course_id} thread={thread} />
        ))}
      </Stack>
      {Boolean(list.rows?.length) && <ListFooter pages={list} more={t('more')} />}
    </Stack>
  )
}

function Thread({ course_id, thread }: { course_id: string; thread: ThreadRow }) {
  const { t } = useTranslation('end-of-course-messages')
  const [opened, setOpened] = useState(false)
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <UnstyledButton w="100%" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={thread.name} src={thread.avatar_url} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Group gap="xs">
              <Text fw={640}>{thread.name}</Text>
              {thread.awaits_reply && <Badge color="accent">{t('waiting')}</Badge>}
              <Text size="sm" c="dimmed" component="span">
                <Time at={thread.last_message_at} style="relative" />
              </Text>
            </Group>
            <Text c="dimmed" lineClamp={1}>
              {thread.last_message}
            </Text>
          </div>
        </Group>
      </UnstyledButton>
      {opened && <Conversation course_id={course_id} student_id={thread.student_id} name={thread.name} />}
    </Paper>
  )
}

interface ConversationProps {
  course_id: string
  student_id: string
  name: string
}

function Conversation({ course_id, student_id, name }: ConversationProps) {
  const { t } = useTranslation('end-of-course-messages')
  const { errorText } = useErrorText()
  const [words, setWords] = useState('')
  const said = useApiPages(contract.listEndOfCourseMessages, { course_id, student_id, limit: 20 })
  const reply = useApiMutation(contract.replyToEndOfCourseMessage, {
    invalidates: [contract.listEndOfCourseMessages, contract.listEndOfCourseThreads],
    onSuccess() {
      setWords('')
      toast(t('sent', { name }))
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (said.error) return <ErrorState error={said.error} onRetry={said.refetch} />
  return (
    <Stack gap="sm" mt="md">
      {said.hasMore && (
        <Button size="compact-md" variant="subtle" loading={said.isLoadingMore} onClick={said.loadMore}>
          {t('earlier')}
        </Button>
      )}
      <Stack component="ul" gap="xs" m={0} p={0}>
        {said.rows?.toReversed().map((message) => (
          <Message
            key={message.id}
            author={message.author.name}
            at={message.created_at}
            text={message.message}
            isOwn={!message.by_student}
          />
        ))}
      </Stack>
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event) => {
          event.preventDefault()
          if (words.trim() && !reply.isPending) reply.mutate({ course_id, student_id, message: words })
        }}
      >
        <TextArea
          label={t('replyTo', { name })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5_000}
          value={words}
          onChange={setWords}
        />
        <div>
          <Button type="submit" loading={reply.isPending} disabled={!words.trim()}>
            {t('reply')}
          </Button>
        </div>
      </Stack>
    </Stack>
  )
}
