import { useQueryClient } from '@tanstack/react-query'
import { IconArrowLeft, IconArrowRight, IconCheck, IconCircleCheckFilled } from '@tabler/icons-react'
import { Text } from '@mantine/core'
import { getCourseContents } from '#courses/contract.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { formatPercent } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useTopicSearch } from './outline/outline.tsx'
import { secondsNeeded, type PlayerPosition, type Topic } from './model/player-model.ts'
import type { ProgressSender } from './progress/progress-sender.ts'
import { totalSeconds, parseSecondRanges } from './progress/second-ranges.ts'
import { applyProgress, type CourseContents } from './progress/use-progress.ts'
import classes from './model/player.module.css'

interface Props {
  topic: Topic
  course_id: string
  position: PlayerPosition
  sender: ProgressSender | null
}

/** Previous, done, next. */
export function TopicActions({ topic, course_id, position, sender }: Props) {
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
        <DoneButton topic={topic} course_id={course_id} sender={sender} />
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
}: {
  topic: Topic
  course_id: string
  sender: ProgressSender
}) {
  const { t } = useTranslation('learning')
  const client = useQueryClient()
  const done = topic.completed_at !== null
  const needed = secondsNeeded(topic)
  const mark = (completed: boolean) => {
    const completed_at = completed ? new Date().toISOString() : null
    client.setQueriesData<CourseContents>({ queryKey: queryKey(getCourseContents) }, (contents) =>
      contents?.course.id === course_id
        ? applyProgress(contents, { content_id: topic.id, completed_at })
        : contents,
    )
    sender.record({ content_id: topic.id, course_id, completed })
    void sender.flush()
  }
  if (!done && needed !== null && totalSeconds(parseSecondRanges(topic.watched)) < needed)
    return (
      <Text size="sm" c="dimmed" className={classes.doneHint ?? ''}>
        {t('topic.ticksItself', { share: formatPercent((topic.completion.percentage ?? 0) / 100) })}
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
