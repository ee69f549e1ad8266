import { useQueryClient } from '@tanstack/react-query'
import { IconArrowLeft, IconCheck, IconCircleCheckFilled } from '@tabler/icons-react'
import { Text } from '@mantine/core'
import { getCourseContents } from '#courses/contract.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { formatPercent } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useTopicSearch } from './outline/outline.tsx'
import { NextStepCard } from './next-step-card.tsx'
import {
  readingSecondsNeeded,
  secondsNeeded,
  type OutlineContent,
  type PlayerPosition,
  type Topic,
} from './model/player-model.ts'
import type { ProgressSender } from './progress/progress-sender.ts'
import { totalSeconds, parseSecondRanges } from './progress/second-ranges.ts'
import { applyProgress, type CourseContents } from './progress/use-progress.ts'
import classes from './model/player.module.css'

interface Props {
  topic: Topic
  contents: CourseContents
  position: PlayerPosition
  sender: ProgressSender | null
  /** The part of the text that was seen. */
  readPercentage: number
  /** Shows what follows the course. */
  onEnd: () => void
}

/** The end of a lesson: whether it is complete, and the next step. */
export function TopicActions({ topic, contents, position, sender, readPercentage, onEnd }: Props) {
  const { t } = useTranslation('learning')
  return (
    <nav className={classes.actions} aria-label={t('topic.actions')}>
      <div className={classes.actionRow}>
        {sender && topic.lock_reason === null && isByResult(topic) && <ResultHint topic={topic} />}
        {sender && topic.lock_reason === null && !isByResult(topic) && (
          <DoneButton
            topic={topic}
            course_id={contents.course.id}
            sender={sender}
            readPercentage={readPercentage}
          />
        )}
        {position.previous && <Previous content={position.previous} />}
      </div>
      <NextStepCard contents={contents} content_id={topic.id} onEnd={onEnd} />
    </nav>
  )
}

function Previous({ content }: { content: OutlineContent }) {
  const { t } = useTranslation('learning')
  const search = useTopicSearch(content.id)
  return (
    <LinkButton
      to={{ search }}
      variant="subtle"
      className={classes.step ?? ''}
      leftSection={<IconArrowLeft size={20} aria-hidden className="ly-mirrored" />}
    >
      {t('topic.previous')}
      <span className="ly-hidden">: {content.title}</span>
    </LinkButton>
  )
}

const isByResult = ({ completion: { rule } }: Topic) => rule === 'submitted' || rule === 'passed'

/** Whether the result completed the assessment, which its student cannot undo; else how to complete it. */
function ResultHint({ topic }: { topic: Topic }) {
  const { t } = useTranslation('learning')
  const missing = topic.completion.rule === 'passed' ? 'topic.passFirst' : 'topic.submitFirst'
  return (
    <Text size="sm" c="dimmed" className={classes.doneHint ?? ''}>
      {t(topic.completed_at === null ? missing : 'topic.done')}
    </Text>
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
