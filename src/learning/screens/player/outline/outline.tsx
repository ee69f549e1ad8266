import { Text } from '@mantine/core'
import {
  IconChecklist,
  IconCircle,
  IconCircleCheckFilled,
  IconCode,
  IconFileDownload,
  IconFileText,
  IconHeadphones,
  IconListNumbers,
  IconLock,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { Suspense, use, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BookingPanel } from './booking-panel.tsx'
import { formatPlaybackTime, type OutlineContent, type OutlineLesson } from '../model/player-model.ts'
import { ContentReleaseNotice } from './content-release-notice.tsx'
import { PlayerSlots } from '../model/player-slots.ts'
import type { CourseContents } from '../progress/use-progress.ts'
import classes from '../model/player.module.css'

const typeIcons = {
  text: IconFileText,
  video: IconPlayerPlay,
  audio: IconHeadphones,
  file: IconFileDownload,
  embed: IconCode,
  assessment: IconChecklist,
}

interface Props {
  contents: CourseContents
  /** The open content. */
  topic_id: string | undefined
  onFollow?: () => void
}

function GradesLink({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  return (
    <Link to={`/courses/${course_id}/grades`} className={classes.booking} prefetch="intent">
      <IconListNumbers size={20} aria-hidden />
      {t('outline.grades')}
    </Link>
  )
}

/** The lessons of a course with completed, open and locked contents. */
export function Outline({ contents, topic_id, onFollow }: Props) {
  const { t } = useTranslation('learning')
  const { lessons, progress, course, access } = contents
  const { Search } = use(PlayerSlots)
  const count = t('outline.done', { completed: progress.completed, count: progress.total })
  return (
    <div className={classes.outline}>
      {access === 'learn' && progress.total > 0 && (
        <div className={classes.outlineProgress}>
          <ProgressBar share={progress.percentage / 100} label={count} />
          <Text size="sm" c="dimmed">
            {count}
          </Text>
        </div>
      )}
      {access === 'learn' && contents.enrolment && <GradesLink course_id={course.id} />}
      {Search && access !== 'titles' && (
        <Suspense fallback={<div className={classes.searchRoom} />}>
          <Search course_id={course.id} {...(onFollow && { onFollow })} />
        </Suspense>
      )}
      <ol className={classes.lessons}>
        {lessons.map((lesson) => (
          <LessonBlock
            key={lesson.id}
            lesson={lesson}
            topic_id={topic_id}
            closed={access === 'titles'}
            {...(onFollow && { onFollow })}
          />
        ))}
      </ol>
      {course.course_calendly_link && access !== 'titles' && (
        <BookingPanel address={course.course_calendly_link} />
      )}
    </div>
  )
}

interface LessonProps {
  lesson: OutlineLesson
  topic_id: string | undefined
  closed: boolean
  onFollow?: () => void
}

function LessonBlock({ lesson, topic_id, closed, onFollow }: LessonProps) {
  return (
    <li>
      <h3 className={classes.lessonTitle}>{lesson.title}</h3>
      <ul className={classes.contents}>
        {lesson.contents.map((content) => (
          <li key={content.id}>
            {closed ? (
              <span className={classes.content}>
                <Row content={content} closed />
              </span>
            ) : (
              <ContentLink
                content={content}
                current={content.id === topic_id}
                {...(onFollow && { onFollow })}
              />
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

function ContentLink({
  content,
  current,
  onFollow,
}: {
  content: OutlineContent
  current: boolean
  onFollow?: () => void
}) {
  const link = useRef<HTMLAnchorElement>(null)
  const search = useTopicSearch(content.id)
  useEffect(() => {
    if (current && link.current) showInScrollArea(link.current)
  }, [current])
  return (
    <Link
      ref={link}
      to={{ search }}
      className={classes.content}
      aria-current={current ? 'page' : undefined}
      preventScrollReset={false}
      onClick={onFollow}
    >
      <Row content={content} />
    </Link>
  )
}

/** Scrolls only the outline: `scrollIntoView` would move the page, and hide the title of the content. */
function showInScrollArea(element: HTMLElement) {
  const area = element.closest<HTMLElement>('[data-scroll-area]')
  if (!area) return
  const [inner, outer] = [element.getBoundingClientRect(), area.getBoundingClientRect()]
  if (inner.top < outer.top) area.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) area.scrollTop += inner.bottom - outer.bottom
}

/** Query of a content of this course; keeps other parameters. */
export function useTopicSearch(content_id: string) {
  const [parameters] = useSearchParams()
  const next = new URLSearchParams(parameters)
  next.set('topic', content_id)
  return `?${next}`
}

function Row({ content, closed = false }: { content: OutlineContent; closed?: boolean }) {
  const { t } = useTranslation('learning')
  const Icon = typeIcons[content.type]
  return (
    <>
      <Mark content={content} closed={closed} />
      <span className={classes.contentWords}>
        <span>{content.title}</span>
        <span className={classes.contentFacts}>
          <Icon size={14} aria-hidden />
          {t(`types.${content.type}`)}
          {content.duration_seconds ? ` · ${formatPlaybackTime(content.duration_seconds)}` : ''}
          {content.is_optional && ` · ${t('outline.optional')}`}
          {!content.is_published && ` · ${t('outline.draft')}`}
          {content.is_new && <strong className={classes.new}>{t('outline.new')}</strong>}
        </span>
        {content.lock && <ContentReleaseNotice lock={content.lock} />}
      </span>
    </>
  )
}

function Mark({ content, closed }: { content: OutlineContent; closed: boolean }) {
  const { t } = useTranslation('learning')
  if (content.lock_reason || closed)
    return <IconLock size={20} role="img" aria-label={t('outline.locked')} className={classes.lock} />
  if (content.completed_at)
    return (
      <IconCircleCheckFilled
        size={20}
        role="img"
        aria-label={t('outline.completed')}
        className={classes.tick}
      />
    )
  return <IconCircle size={20} role="img" aria-label={t('outline.open')} className={classes.todo} />
}
