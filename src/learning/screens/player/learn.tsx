import { IconSearchOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { getCourseContents } from '#courses/contract.ts'
import { useCreatorPreviewParam, useTopicParam } from '#ui/frame/course-parameters.ts'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getCourseAccess } from '../../contract.ts'
import { CourseClosed } from './access/course-closed.tsx'
import { CourseNotStarted, courseStartFromError } from './access/course-not-started.tsx'
import { Player } from './player.tsx'
import { PlayerSkeleton } from './player-skeleton.tsx'
import { isRetryable } from './progress/progress-sender.ts'
import { useAccessCheck } from './access/use-access-check.ts'
import { useOpeningRefresh } from './access/use-opening-refresh.ts'
import { useProgressUpdates, useProgressSender, type CourseContents } from './progress/use-progress.ts'
import classes from './model/player.module.css'

export const handle: ScreenHandle = { fullWidth: true, namespaces: ['learning'] }

interface Opening {
  course_id: string
  topic: string | null
  preview: boolean
}

interface Props {
  /** Called before a content is loaded; the first of a course loads more data. */
  onOpening: (opening: Opening & { isFirst: boolean }) => void
}

/** The player of a course. */
export default function Learn({ onOpening }: Props) {
  const { course_id = '' } = useParams()
  const [topic] = useTopicParam()
  const [preview] = useCreatorPreviewParam()
  const opening = { course_id, topic, preview }
  useOpening(opening, onOpening)
  const { data, error, refetch, isPlaceholderData } = useApiQuery(getCourseContents, inputOf(opening), {
    keepPrevious: true,
  })
  const news = useProgressUpdates(course_id)
  const sender = useProgressSender()
  const read = useLastRead(course_id, data)
  const passing = error !== null && isRetryable(error.status)
  const contents = error && !passing ? undefined : read
  useAccessCheck(course_id, contents, useSession()?.user_type === 'student')
  useOpeningRefresh(contents, refetch)
  useRefusalToast(news.refused)
  useTopicInAddress(topic, isPlaceholderData ? undefined : data, preview)

  if (error && !contents) return <Closed error={error} course_id={course_id} onRetry={refetch} />
  if (!contents) return <PlayerSkeleton />
  return (
    <Player
      contents={contents}
      requestedTopic={topic}
      error={error}
      onRetry={() => void refetch()}
      preview={preview}
      sender={contents.access === 'learn' && !preview ? sender : null}
      finished={news.finished}
      onFinishedSeen={news.clearFinished}
      onExpired={() => void refetch()}
    />
  )
}

/** The course as last loaded, so that a short loss of connection changes nothing on screen. */
function useLastRead(course_id: string, data: CourseContents | undefined) {
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const latest = data ?? last
  return latest?.course.id === course_id ? latest : undefined
}

/** The address always names the open content, so that Back returns to it. */
function useTopicInAddress(request: string | null, data: CourseContents | undefined, preview: boolean) {
  const [, setParameters] = useSearchParams()
  const client = useQueryClient()
  const open = data?.topic?.id
  useEffect(() => {
    if (request || !data || !open) return
    // Stores the reply under its new address, so that it is not requested again.
    const input = { id: data.course.id, topic: open, ...(preview && { creator_preview: true }) }
    client.setQueryData(queryKey(getCourseContents, input), data)
    const named = (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      next.set('topic', open)
      return next
    }
    setParameters(named, { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each content that opens without being named
  }, [request, open, setParameters])
}

/** Announces a content that is not cached. Must precede its query: effects run in order. */
function useOpening(opening: Opening, onOpening: Props['onOpening']) {
  const client = useQueryClient()
  const { course_id, topic, preview } = opening
  useEffect(() => {
    const input = inputOf(opening)
    const key = queryKey(getCourseContents, input)
    const isFirst = client.getQueryData(queryKey(getCourseAccess, { course_id })) === undefined
    if (client.getQueryData(key) === undefined && client.isFetching({ queryKey: key, exact: true }) === 0)
      onOpening({ ...opening, isFirst })
    // oxlint-disable-next-line react/exhaustive-deps -- derived from these
  }, [client, course_id, topic, preview])
}

const inputOf = ({ course_id, topic, preview }: Opening) => ({
  id: course_id,
  ...(topic && { topic }),
  ...(preview && { creator_preview: true }),
})

function useRefusalToast(refused: { code: string } | null) {
  const { codeText } = useErrorText()
  const { t } = useTranslation('learning')
  useEffect(() => {
    if (refused) toast(codeText(refused.code, t('refused')), 'error')
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal, in any language
  }, [refused])
}

interface ClosedProps {
  error: ApiError
  course_id: string
  onRetry: () => unknown
}

function Closed({ error, course_id, onRetry }: ClosedProps) {
  const { t } = useTranslation(['learning', 'kit'])
  const isStudent = useSession()?.user_type === 'student'
  const soon = error.code === 'course_coming_soon'
  const start = courseStartFromError(error)
  const isUnknown = error.status === 404
  return (
    <div className={classes.closed}>
      <PageHeading title={t(isUnknown ? 'closed.unknown' : 'closed.title')} hidden />
      {isUnknown ? (
        <EmptyState
          icon={<IconSearchOff size={32} />}
          title={t('closed.unknown')}
          text={t('closed.unknownText')}
          action={
            <LinkButton to={isStudent ? '/dashboard' : '/manage/courses'} variant="default">
              {isStudent ? t('closed.back') : t('kit:nav.courses')}
            </LinkButton>
          }
        />
      ) : isStudent && start !== null ? (
        <CourseNotStarted start={start} onStart={onRetry} />
      ) : isStudent && (soon || error.code === 'not_approved') ? (
        <CourseClosed course_id={course_id} coming_soon={soon} />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </div>
  )
}
