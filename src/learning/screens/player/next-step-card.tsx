import { IconArrowRight, IconClock, IconListCheck, IconTrophy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { findNextStep } from './model/next-step.ts'
import { formatPlaybackTime, type OutlineContent } from './model/player-model.ts'
import { useTopicSearch } from './outline/outline.tsx'
import type { CourseContents } from './progress/use-progress.ts'
import classes from './model/player.module.css'

interface Props {
  contents: CourseContents
  content_id: string
  onEnd: () => void
}

/** What to do after this lesson. */
export function NextStepCard({ contents, content_id, onEnd }: Props) {
  const { t } = useTranslation('learning')
  const step = findNextStep({
    lessons: contents.lessons,
    content_id,
    isCourseCompleted: contents.enrolment?.completed_at != null,
  })
  if (step?.kind === 'next')
    return (
      <StepLink
        content={step.content}
        label={step.section === null ? t('next.lesson') : t('next.section', { section: step.section })}
      />
    )
  // Only a student has a course to complete.
  if (!step || contents.enrolment === null) return null
  if (step.kind === 'left')
    return <StepLink content={step.content} label={t('next.left', { count: step.count })} />
  if (step.kind === 'waiting')
    return (
      <Note
        icon={<IconClock size={24} aria-hidden />}
        title={t('next.waiting')}
        text={t('next.waitingText')}
      />
    )
  return (
    <Note
      icon={<IconTrophy size={24} aria-hidden />}
      title={t('end.title')}
      text={t('next.completedText')}
      action={<Button onClick={onEnd}>{t('next.whatNext')}</Button>}
    />
  )
}

function StepLink({ content, label }: { content: OutlineContent; label: string }) {
  const { t } = useTranslation('learning')
  const search = useTopicSearch(content.id)
  return (
    <Link to={{ search }} className={classes.nextCard}>
      <IconListCheck size={24} aria-hidden />
      <span className={classes.nextWords}>
        <span>{label} </span>
        <strong dir="auto">{content.title} </strong>
        <span>
          {t(`types.${content.type}`)}
          {content.duration_seconds ? ` · ${formatPlaybackTime(content.duration_seconds)}` : ''}
        </span>
      </span>
      <IconArrowRight size={24} aria-hidden className="ly-mirrored" />
    </Link>
  )
}

interface NoteProps {
  icon: ReactNode
  title: string
  text: string
  action?: ReactNode
}

function Note({ icon, title, text, action }: NoteProps) {
  return (
    <div className={classes.nextCard}>
      {icon}
      <span className={classes.nextWords}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      {action}
    </div>
  )
}
