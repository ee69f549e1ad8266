import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { getCourseDetails } from '#courses/contract.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Stars } from '#ui/components/stars.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

export const handle: ScreenHandle = { namespaces: ['reviews'] }

type Review = ApiReply<typeof contract.listReviewsForStaff>['data'][number]

/** Reviews of the course for its staff, within the course builder. */
export default function CourseReviews() {
  const { t } = useTranslation('reviews')
  const { course_id = '' } = useParams()
  const [stars, setStars] = useQueryParam('rating')
  const [open, setOpen] = useQueryParam('without_reply')
  const rating = [5, 4, 3, 2, 1].find((value) => String(value) === stars)
  const list = useApiPages(contract.listReviewsForStaff, {
    course_id,
    limit: 20,
    ...(rating && { rating }),
    ...(open === 'true' && { without_reply: true }),
  })
  const filtered = rating !== undefined || open === 'true'
  return (
    <Stack gap="lg" maw={820}>
      <Summary course_id={course_id} />
      <Group align="flex-end" gap="md">
        <SelectField
          label={t('rating')}
          placeholder={t('anyRating')}
          clearable
          value={rating ? String(rating) : null}
          onChange={setStars}
          choices={[5, 4, 3, 2, 1].map((value) => ({
            value: String(value),
            label: t('stars', { count: value }),
          }))}
        />
        <SwitchField
          label={t('without_reply')}
          value={open === 'true'}
          onChange={(on) => setOpen(on ? 'true' : null)}
        />
      </Group>
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton />}
      {list.rows?.length === 0 && (
        <EmptyState
          icon={<IconStar size={32} />}
          title={t(filtered ? 'noneFound' : 'none')}
          text={t(filtered ? 'noneFoundText' : 'noneText')}
        />
      )}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.rows?.map((review) => (
          <ReviewRow key={review.student_id} course_id={course_id} review={review} />
        ))}
      </Stack>
      {Boolean(list.rows?.length) && <ListFooter pages={list} more={t('more')} />}
    </Stack>
  )
}

function Summary({ course_id }: { course_id: string }) {
  const { t } = useTranslation('reviews')
  const { data } = useApiQuery(getCourseDetails, { id: course_id })
  if (!data || data.rating_average === null) return null
  return (
    <Group gap="sm">
      <Text fw={720} fz={32} lh={1}>
        {data.rating_average}
      </Text>
      <div>
        <Stars rating={data.rating_average} label={t('average', { average: data.rating_average })} />
        <Text size="sm" c="dimmed">
          {t('count', { count: data.rating_count })}
        </Text>
      </div>
    </Group>
  )
}

const changed = [contract.listReviewsForStaff, getCourseDetails]

function ReviewRow({ course_id, review }: { course_id: string; review: Review }) {
  const { t } = useTranslation('reviews')
  const { errorText } = useErrorText()
  const { student_id, name, rating, is_hidden } = review
  const hide = useApiMutation(contract.setReviewHidden, {
    invalidates: changed,
    onSuccess: (reply) => toast(t(reply.is_hidden ? 'nowHidden' : 'nowShown')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Group gap="sm" wrap="nowrap" miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Avatar name={name} src={review.avatar_url} />
          <div>
            <Text fw={640}>{name}</Text>
            <Group gap="xs">
              <Stars rating={rating} label={t('stars', { count: rating })} />
              <Text size="sm" c="dimmed" component="span">
                <Time at={review.created_at} style="date" />
              </Text>
              {is_hidden && <Badge color="gray">{t('hidden')}</Badge>}
            </Group>
          </div>
        </Group>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          loading={hide.isPending}
          onClick={() => hide.mutate({ course_id, student_id, hidden: !is_hidden })}
        >
          {t(is_hidden ? 'show' : 'hide')}
        </Button>
      </Group>
      {review.review && (
        <Text mt="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {review.review}
        </Text>
      )}
      <Answer course_id={course_id} review={review} />
    </Paper>
  )
}

function Answer({ course_id, review }: { course_id: string; review: Review }) {
  const { t } = useTranslation('reviews')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const [draft, setDraft] = useState<string | null>(null)
  const save = useApiMutation(contract.replyToReview, {
    invalidates: changed,
    onSuccess() {
      setDraft(null)
      toast(t('answered'))
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (draft === null)
    return (
      <>
        {review.reply && (
          <Paper bg="var(--ly-raised)" radius="md" p="sm" mt="sm">
            <Text size="sm" fw={640}>
              {t('answer')}
            </Text>
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{review.reply}</Text>
          </Paper>
        )}
        <Button size="sm" variant="default" mt="sm" onClick={() => setDraft(review.reply)}>
          {t(review.reply ? 'changeAnswer' : 'writeAnswer')}
        </Button>
      </>
    )
  return (
    <Stack
      component="form"
      gap="sm"
      mt="sm"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ course_id, student_id: review.student_id, reply: draft })
      }}
    >
      <TextArea
        label={t('answerTo', { name: review.name })}
        hint={t('answerHint')}
        autosize
        minRows={2}
        maxLength={2_000}
        data-autofocus
        value={draft}
        onChange={setDraft}
      />
      <Group gap="sm">
        <Button type="submit" size="sm" loading={save.isPending}>
          {tu('actions.save')}
        </Button>
        <Button size="sm" variant="default" onClick={() => setDraft(null)}>
          {tu('actions.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
