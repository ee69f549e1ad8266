import { Alert, Group, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconEye, IconTrophy } from '@tabler/icons-react'
import { Suspense, use, useMemo, useRef, useState, type RefObject } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useShortcuts } from '#ui/shell/shortcuts.ts'
import { CourseClosed } from './access/course-closed.tsx'
import { CourseCompleted } from './course-completed.tsx'
import { Outline, useTopicSearch } from './outline/outline.tsx'
import { OutlineDrawer } from './outline/outline-drawer.tsx'
import { PlayerBar } from './outline/player-bar.tsx'
import { findOutlinePosition, type PlayerPosition } from './model/player-model.ts'
import { PlayerPanels, type OpenPanel } from './player-panels.tsx'
import { PlayerSlots } from './model/player-slots.ts'
import type { ProgressSender } from './progress/progress-sender.ts'
import { PlayerTools, useFocusMode } from './player-tools.tsx'
import { OpenTopic } from './open-topic.tsx'
import type { CourseContents } from './progress/use-progress.ts'
import classes from './model/player.module.css'

interface Props {
  contents: CourseContents
  /** The content that the address names. */
  requestedTopic: string | null
  /** Why the requested content could not be loaded. */
  error: ApiError | null
  onRetry: () => void
  preview: boolean
  sender: ProgressSender | null
  finished: boolean
  onFinishedSeen: () => void
  onExpired: () => void
}

/** The outline beside the open content; on a phone a drawer. */
export function Player(props: Props) {
  const { contents, requestedTopic: request, finished, onFinishedSeen } = props
  const { t } = useTranslation('learning')
  const [outlineOpen, setOutlineOpen] = useState(false)
  const [focused, setFocused] = useFocusMode()
  const [endShown, setEndShown] = useState(false)
  const [beside, setBeside] = useState<OpenPanel>(null)
  const media = useRef<HTMLVideoElement>(null)
  const [text, setText] = useState<HTMLElement | null>(null)
  const { Landing } = use(PlayerSlots)
  const topic = isOpen(contents) ? contents.topic : null
  const open = request ?? contents.topic?.id
  // A reader without access sees the outline without links.
  const outlinePosition = findOutlinePosition(
    contents.access === 'titles' ? [] : contents.lessons,
    open ?? '',
  )
  useNextKey(outlinePosition)
  const { course } = contents
  const compact = course.layout_type === 'compact'
  return (
    <div
      className={classes.player}
      data-alone=""
      data-layout={course.layout_type}
      {...(focused && { 'data-focus-mode': '' })}
      {...(beside && topic && { 'data-beside': '' })}
    >
      {!focused && (
        <aside className={classes.side} data-scroll-area="" aria-label={t('outline.label')}>
          <Head contents={contents} preview={props.preview} onEnd={() => setEndShown(true)} />
          <Outline contents={contents} topic_id={open} />
        </aside>
      )}
      <div
        className={classes.stage}
        data-independent=""
        {...(compact &&
          course.compact_layout_content_background && {
            style: { backgroundColor: course.compact_layout_content_background },
          })}
      >
        <Stage
          {...props}
          {...{ outlinePosition, focused, media, text, beside }}
          onFocus={setFocused}
          onText={setText}
          onBeside={setBeside}
          onEnd={() => setEndShown(true)}
        />
      </div>
      {topic && (
        <PlayerPanels
          course_id={course.id}
          topic={topic}
          media={media}
          text={text}
          beside={beside}
          onBeside={setBeside}
        />
      )}
      {Landing && topic && (
        <Suspense>
          <Landing key={topic.id} topic={topic} media={media} text={text} />
        </Suspense>
      )}
      <PlayerBar outlinePosition={outlinePosition} onOutline={() => setOutlineOpen(true)} />
      <OutlineDrawer opened={outlineOpen} onClose={() => setOutlineOpen(false)}>
        <Head contents={contents} preview={props.preview} onEnd={() => setEndShown(true)} />
        <Outline contents={contents} topic_id={open} onFollow={() => setOutlineOpen(false)} />
      </OutlineDrawer>
      <CourseCompleted
        contents={contents}
        opened={finished || endShown}
        onClose={() => {
          onFinishedSeen()
          setEndShown(false)
        }}
      />
    </div>
  )
}

/** Whether a content is shown that the reader may open. */
const isOpen = ({ access, topic }: CourseContents) => access !== 'titles' && topic?.lock_reason === null

function Head({
  contents,
  preview,
  onEnd,
}: {
  contents: CourseContents
  preview: boolean
  onEnd: () => void
}) {
  const { t } = useTranslation('learning')
  const { ReviewCourse } = use(PlayerSlots)
  const { course, may_edit, enrolment } = contents
  const back = may_edit || preview ? `/manage/courses/${course.id}` : '/dashboard'
  return (
    <div className={classes.head}>
      <Link to={back} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden className="ly-mirrored" />
        {t(may_edit || preview ? 'head.toBuilder' : 'head.toDashboard')}
      </Link>
      <Title order={2} size="h4" className={classes.courseName ?? ''}>
        {course.course_name}
      </Title>
      {enrolment?.completed_at && (
        <Button
          size="compact-md"
          variant="light"
          color="success"
          leftSection={<IconTrophy size={18} aria-hidden />}
          onClick={onEnd}
        >
          {t('head.completed')}
        </Button>
      )}
      {!preview && contents.access === 'learn' && ReviewCourse && (
        <ReviewCourse key={contents.progress?.completed ?? 0} course_id={course.id} />
      )}
    </div>
  )
}

interface StageProps extends Props {
  outlinePosition: PlayerPosition
  focused: boolean
  onFocus: (on: boolean) => void
  media: RefObject<HTMLVideoElement | null>
  text: HTMLElement | null
  onText: (element: HTMLElement | null) => void
  beside: OpenPanel
  onBeside: (beside: OpenPanel) => void
  onEnd: () => void
}

function Stage({
  contents,
  requestedTopic: request,
  error,
  onRetry,
  preview,
  sender,
  outlinePosition,
  ...rest
}: StageProps) {
  const { onExpired, onEnd, media, text, onText, ...tools } = rest
  const { t } = useTranslation('learning')
  const { course, topic, access } = contents
  const loading = request !== null && topic !== null && topic.id !== request
  return (
    <div className={classes.sheet}>
      {preview && <PreviewNotice course_id={course.id} />}
      <PageHeading
        title={(loading && outlinePosition.current?.title) || (topic?.title ?? course.course_name)}
        section={loading ? request : topic?.id}
        text={outlinePosition.lesson?.title}
        actions={access !== 'titles' && <PlayerTools {...tools} isOpen={isOpen(contents)} />}
      />
      {access === 'titles' && <CourseClosed course_id={course.id} />}
      {access !== 'titles' && !topic && (
        <NoTopic contents={contents} outlinePosition={outlinePosition} request={request} />
      )}
      {topic &&
        loading &&
        (error ? <ErrorState error={error} onRetry={onRetry} /> : <TextSkeleton lines={8} />)}
      {topic && !loading && (
        <OpenTopic
          key={topic.id}
          course_id={course.id}
          position={outlinePosition}
          {...{ topic, contents, sender, onExpired, onEnd, media, text, onText }}
        />
      )}
      <VisuallyHidden role="status">
        {topic?.completed_at ? t('topic.nowDone', { title: topic.title }) : ''}
      </VisuallyHidden>
    </div>
  )
}

function PreviewNotice({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  return (
    <Alert color="accent" icon={<IconEye aria-hidden />} mb="lg" title={t('preview.title')}>
      <Group justify="space-between" gap="sm">
        {t('preview.text')}
        <LinkButton to={`/manage/courses/${course_id}`} size="sm" variant="default">
          {t('preview.leave')}
        </LinkButton>
      </Group>
    </Alert>
  )
}

/** The course is empty, or the content of the address does not exist any more. */
function NoTopic({
  contents,
  outlinePosition,
  request,
}: {
  contents: CourseContents
  outlinePosition: PlayerPosition
  request: string | null
}) {
  const { t } = useTranslation('learning')
  const first = contents.lessons
    .flatMap((lesson) => lesson.contents)
    .find((content) => content.lock_reason === null)
  const search = useTopicSearch(outlinePosition.next?.id ?? first?.id ?? '')
  if (!request || !first) return <p>{t('topic.none')}</p>
  return (
    <>
      <p>{t('topic.gone')}</p>
      <LinkButton to={{ search }}>{t('topic.toFirst')}</LinkButton>
    </>
  )
}

function useNextKey({ next, previous }: PlayerPosition) {
  const { t } = useTranslation('learning')
  const navigate = useNavigate()
  const onSearch = useTopicSearch(next?.id ?? '')
  const backSearch = useTopicSearch(previous?.id ?? '')
  const shortcuts = useMemo(
    () => [
      { keys: 'n', label: t('keys.next'), run: () => void (next && navigate({ search: onSearch })) },
      {
        keys: 'p',
        label: t('keys.previous'),
        run: () => void (previous && navigate({ search: backSearch })),
      },
    ],
    [t, navigate, next, previous, onSearch, backSearch],
  )
  useShortcuts(shortcuts)
}
