import { useQueryClient } from '@tanstack/react-query'
import { IconArrowLeft, IconArrowRight, IconCheck, IconCircleCheckFilled } from '@tabler/icons-react'
import { Text } from '@mantine/core'
import { getCourseContents } from '#courses/contract.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { formatPercent } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useTopicSearch } from './outline/outline.tsx'
import { readingSecondsNeeded, secondsNeeded, type PlayerPosition, type Topic } from './model/player-model.ts'
import type { ProgressSender } from './progress/progress-sender.ts'
import { totalSeconds, parseSecondRanges } from './progress/second-ranges.ts'
import { applyProgress, type CourseContents } from './progress/use-progress.ts'
import classes from './model/player.module.css'

interface Props {
  topic: Topic
  course_id: string
  position: PlayerPosition
  sender: ProgressSender | null
  /** The part of the text that was seen. */
  readPercentage: number
}

/** Previous, done, next. */
export function TopicActions({ topic, course_id, position, sender, readPercentage }: Props) {
  const { t } = useTranslation('learning')
  return (
    <nav className={classes.actions} aria-label={t('topic.actions')}>
      <div>
        {position.previous && (
          <Step
            content_id={position.previous.id}
            title={position.previous.title}
            isPrevious
            label={t('topic.previous')}
          />
        )}
      </div>
      {sender && topic.lock_reason === null && (
        <DoneButton topic={topic} course_id={course_id} sender={sender} readPercentage={readPercentage} />
      )}
      <div className={classes.nextStep}>
        {position.next && (
          <Step content_id={position.next.id} title={position.next.title} label={t('topic.next')} />
        )}
      </div>
    </nav>
  )
}

interface StepProps {
  content_id: string
  title: string
  label: string
  isPrevious?: boolean
}

function Step({ content_id, title, label, isPrevious = false }: StepProps) {
  const search = useTopicSearch(content_id)
  const arrow = isPrevious ? (
    <IconArrowLeft size={20} aria-hidden />
  ) : (
    <IconArrowRight size={20} aria-hidden />
  )
  return (
    <LinkButton
      to={{ search }}
      variant={isPrevious ? 'default' : 'filled'}
      className={classes.step ?? ''}
      {...(isPrevious ? { leftSection: arrow } : { rightSection: arrow })}
    >
      {label}
      <span className="ly-hidden">: {title}</span>
    </LinkButton>
  )
}

/** Marks the content at once; a refusal restores the server's state. */
function DoneButton({
  topic,
  course_id,
  sender,
  readPercentage,
}: {
  topic: Topic
  course_id: string
  sender: ProgressSender
  readPercentage: number
}) {
  const { t } = useTranslation('learning')
  const client = useQueryClient()
  const done = topic.completed_at !== null
  const mark = (completed: boolean) => {
    const completed_at = completed ? new Date().toISOString() : null
    client.setQueriesData<CourseContents>({ queryKey: queryKey(getCourseContents) }, (contents) =>
      contents?.course.id === course_id
        ? applyProgress(contents, { content_id: topic.id, completed_at })
        : contents,
    )
    const read = topic.reading_seconds !== null && completed
    sender.record({
      content_id: topic.id,
      course_id,
      completed,
      ...(read && { read_percentage: readPercentage }),
    })
    void sender.flush()
  }
  const hint = useMissingHint(topic, readPercentage)
  if (!done && hint)
    return (
      <Text size="sm" c="dimmed" className={classes.doneHint ?? ''}>
        {hint}
      </Text>
    )
  // One toggle button, so that it keeps the focus.
  return (
    <div className={classes.markDone}>
      <Button
        variant={done ? 'subtle' : 'light'}
        color="success"
        leftSection={
          done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />
        }
        {...(done && { 'aria-label': t('topic.undoLabel') })}
        onClick={() => mark(!done)}
      >
        {t(done ? 'topic.done' : 'topic.markDone')}
      </Button>
      {!done && topic.completion.rule === 'marked' && (
        <Text size="sm" c="dimmed">
          {t('topic.byMark')}
        </Text>
      )}
    </div>
  )
}

/** What the student still has to do before the content can be marked; null if nothing. */
function useMissingHint(topic: Topic, readPercentage: number): string | null {
  const { t } = useTranslation('learning')
  const toPlay = secondsNeeded({
    ...topic,
    duration_seconds: topic.media_seconds ?? topic.duration_seconds,
  })
  if (toPlay !== null && totalSeconds(parseSecondRanges(topic.watched)) < toPlay)
    return t('topic.ticksItself', { share: formatPercent((topic.completion.percentage ?? 0) / 100) })
  const toRead = readingSecondsNeeded(topic)
  const unread = toRead !== null && topic.visible_seconds < toRead && readPercentage < 100
  return unread ? t('topic.readToEnd') : null
}
