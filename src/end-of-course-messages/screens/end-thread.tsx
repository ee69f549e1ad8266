import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Message } from '#ui/components/feedback/message.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as messages from '../contract.ts'

/** Thread between the student and the staff of a completed course. */
export function EndThread({ course_id }: { course_id: string }) {
  const session = useSession()
  const student_id = session?.user_type === 'student' ? session.details?._id : undefined
  return student_id ? <Thread course_id={course_id} student_id={student_id} /> : null
}

function Thread({ course_id, student_id }: { course_id: string; student_id: string }) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const [words, setWords] = useState('')
  const said = useApiPages(messages.listEndOfCourseMessages, { course_id, student_id, limit: 20 })
  const send = useApiMutation(messages.sendEndOfCourseMessage, {
    invalidates: [messages.listEndOfCourseMessages],
    onSuccess() {
      setWords('')
      toast(t('answer.sent'))
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack gap="sm" component="section" aria-labelledby="end-thread">
      <Title order={3} size="h5" id="end-thread">
        {t('answer.title')}
      </Title>
      {said.hasMore && (
        <Button size="compact-md" variant="subtle" loading={said.isLoadingMore} onClick={said.loadMore}>
          {t('answer.earlier')}
        </Button>
      )}
      <Stack component="ul" gap="xs" m={0} p={0}>
        {said.rows?.toReversed().map((message) => (
          <Message
            key={message.id}
            author={message.by_student ? t('answer.you') : message.author.name}
            at={message.created_at}
            text={message.message}
            isOwn={message.by_student}
          />
        ))}
      </Stack>
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event) => {
          event.preventDefault()
          if (words.trim() && !send.isPending) send.mutate({ course_id, message: words })
        }}
      >
        <TextArea
          label={t('answer.label')}
          hint={t('answer.hint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5_000}
          value={words}
          onChange={setWords}
        />
        <div>
          <Button type="submit" variant="default" loading={send.isPending} disabled={!words.trim()}>
            {t('answer.send')}
          </Button>
        </div>
      </Stack>
    </Stack>
  )
}
