import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { useSession } from '#tenancy/client/frame.tsx'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AttemptResult } from './result/attempt-result.tsx'
import { Runner } from './running/runner.tsx'
import { useAttemptSession, type Attempt as AttemptReply } from './session/use-attempt-session.ts'

export const handle: ScreenHandle = { private: true, namespaces: ['taking', 'questions', 'kit'] }

/** An attempt of a student: its questions while it runs, then its result. */
export default function Attempt() {
  const { t } = useTranslation('taking')
  const { attempt_id = '' } = useParams()
  const user_id = useSession()?.details?._id
  const { data, error, refetch } = useApiQuery(
    contract.getAttempt,
    { id: attempt_id },
    // The answers in this tab are newer than those of a second request.
    { staleTime: Infinity },
  )
  const cache = useQueryClient()
  // The next visit must read the answers from the server again.
  useEffect(() => () => cache.removeQueries({ queryKey: queryKey(contract.getAttempt) }), [cache])
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="lg">
      <PageHeading
        title={data?.name ?? '…'}
        isLoading={!data}
        text={data ? t(`kinds.${data.kind}`) : '…'}
        crumbs={[
          { label: t('overview'), to: data ? `/assessments/${data.assessment_id}${through(data)}` : '.' },
        ]}
      />
      {data && user_id ? (
        <OpenAttempt key={attempt_id} attempt={data} user_id={user_id} onOutdated={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Stack>
  )
}

const through = ({ course_id }: AttemptReply) => (course_id === null ? '' : `?course_id=${course_id}`)

interface Props {
  attempt: AttemptReply
  user_id: string
  onOutdated: () => void
}

function OpenAttempt({ attempt, user_id, onOutdated }: Props) {
  const opened = useAttemptSession(attempt, user_id)
  const { phase, queue } = opened.state
  const isOutdated = phase === 'ended' && attempt.state === 'running'
  // What this device still sends changes the result.
  const isSent = phase === 'ended' && queue.waiting === 0
  useEffect(() => {
    if (isOutdated || isSent) onOutdated()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function is new at each render
  }, [isOutdated, isSent])
  useReloads(attempt, onOutdated)
  if (phase === 'ended') return <AttemptResult attempt={attempt} waiting={queue.waiting} />
  return <Runner attempt={attempt} {...opened} />
}

const gradingPauseMs = 3_000
const maxReloads = 20

/** Reads a submitted attempt again while it is being graded. */
function useReloads({ state }: AttemptReply, onReload: () => void) {
  const reload = useRef(onReload)
  useEffect(() => {
    reload.current = onReload
  })
  useEffect(() => {
    if (state !== 'submitted') return
    let reloads = 0
    const timer = setInterval(() => {
      reloads += 1
      if (reloads === maxReloads) clearInterval(timer)
      reload.current()
    }, gradingPauseMs)
    return () => clearInterval(timer)
  }, [state])
}
