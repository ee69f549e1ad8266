import { Group, Stack, Text } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#tenancy/client/frame.tsx'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { StarsField } from '#ui/form/fields/stars-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as reviews from '../contract.ts'

/** Button to review the course, for a student who completed enough. `key` it by progress. */
export function ReviewCourse({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  const isStudent = useSession()?.user_type === 'student'
  const [opened, setOpened] = useState(false)
  const { data, isLoading } = useApiQuery(reviews.getMyReview, { course_id }, { enabled: isStudent })
  if (isLoading) return <PendingPart />
  if (!data?.may_review) return null
  return (
    <>
      <Button
        size="compact-md"
        variant="subtle"
        leftSection={<IconStar size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t(data.review ? 'review.change' : 'review.open')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('review.title')}>
        {opened && (
          <ReviewForm course_id={course_id} previousReview={data.review} onClose={() => setOpened(false)} />
        )}
      </Modal>
    </>
  )
}

interface FormProps {
  course_id: string
  previousReview: ApiReply<typeof reviews.getMyReview>['review']
  onClose: () => void
}

function ReviewForm({ course_id, previousReview, onClose }: FormProps) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const [rating, setRating] = useState(previousReview?.rating ?? null)
  const [words, setWords] = useState(previousReview?.review ?? '')
  const [missing, setMissing] = useState(false)
  const options = (done: string) => ({
    invalidates: [reviews.getMyReview],
    onSuccess() {
      toast(done)
      onClose()
    },
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  })
  const save = useApiMutation(reviews.setMyReview, options(t('review.saved')))
  const remove = useApiMutation(reviews.deleteMyReview, options(t('review.deleted')))
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(rating === null)
        if (rating !== null) save.mutate({ course_id, rating, review: words })
      }}
    >
      <StarsField
        label={t('review.stars')}
        value={rating}
        onChange={setRating}
        labelOf={(count) => t('review.ofFive', { count })}
        error={missing && rating === null ? t('review.missing') : undefined}
      />
      <TextArea
        label={t('review.words')}
        hint={t('review.wordsHint')}
        autosize
        minRows={3}
        maxLength={2_000}
        value={words}
        onChange={setWords}
      />
      {previousReview?.reply && (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <strong>{t('review.answer')}</strong> {previousReview.reply}
        </Text>
      )}
      {previousReview?.is_hidden && (
        <Text size="sm" c="dimmed">
          {t('review.hidden')}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        {previousReview ? (
          <Button
            variant="subtle"
            color="error"
            loading={remove.isPending}
            onClick={() => remove.mutate({ course_id })}
          >
            {tu('actions.delete')}
          </Button>
        ) : (
          <span />
        )}
        <Group gap="sm">
          <Button variant="default" onClick={onClose}>
            {tu('actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {tu('actions.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
