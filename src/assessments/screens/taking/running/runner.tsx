import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { isAnswered } from '#lib/questions/empty-answer.ts'
import { Button } from '#ui/components/button.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AttemptSession, SessionState } from '../session/attempt-session.ts'
import type { Attempt } from '../session/use-attempt-session.ts'
import { useRemainingTime } from '../session/use-remaining-time.ts'
import { QuestionMap } from './question-map.tsx'
import { QuestionPages } from './question-pages.tsx'
import { RunnerBar } from './runner-bar.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { numberedSlots } from './numbered-slots.ts'

export interface RunnerProps {
  attempt: Attempt
  session: AttemptSession
  state: SessionState
}

/** A running attempt: time, state of the answers, a map of the questions, and the questions. */
export function Runner({ attempt, session, state }: RunnerProps) {
  const { t } = useTranslation('taking')
  const [current, setCurrent] = useState(0)
  const [flagged, setFlagged] = useState<ReadonlySet<number>>(new Set())
  const [isSubmitting, setSubmitting] = useState(false)
  const seconds = useRemainingTime(session.clock, state.phase === 'opening' ? null : state.deadline)
  const slots = numberedSlots(attempt.slots)
  const open = slots.filter(({ slot, number }) => number !== null && !isAnswered(state.answers.get(slot)))
  return (
    <Stack gap="lg">
      <RunnerBar seconds={seconds} state={state} onSubmit={() => setSubmitting(true)} />
      <Notices attempt={attempt} state={state} seconds={seconds} />
      {attempt.instructions && <RichText html={attempt.instructions} />}
      <QuestionMap
        slots={slots}
        answers={state.answers}
        flagged={flagged}
        current={attempt.one_question_per_page ? current : null}
        onChoose={setCurrent}
      />
      <QuestionPages
        attempt={attempt}
        slots={slots}
        answers={state.answers}
        isReadOnly={!session.mayAnswer()}
        current={current}
        flagged={flagged}
        onCurrent={setCurrent}
        onFlag={(slot) => setFlagged(toggled(flagged, slot))}
        onAnswer={(slot, answer) => session.answer(slot, answer)}
      />
      <Button
        onClick={() => setSubmitting(true)}
        disabled={state.phase !== 'open' || state.queue.isTakenOver}
      >
        {t('submit.open')}
      </Button>
      {isSubmitting && (
        <SubmitDialog
          open={open}
          flagged={slots.filter(({ slot }) => flagged.has(slot))}
          onClose={() => setSubmitting(false)}
          onSubmit={() => {
            setSubmitting(false)
            session.submit()
          }}
        />
      )}
    </Stack>
  )
}

function toggled(set: ReadonlySet<number>, slot: number) {
  const next = new Set(set)
  if (!next.delete(slot)) next.add(slot)
  return next
}

interface NoticeProps {
  attempt: Attempt
  state: SessionState
  seconds: number | null
}

/** What the student must know now; nothing while all is well. */
function Notices({ state, seconds }: NoticeProps) {
  const { t } = useTranslation('taking')
  const { errorText } = useErrorText()
  const { phase, error, queue } = state
  const notice = queue.isTakenOver
    ? t('notices.takenOver')
    : phase === 'submitting'
      ? queue.state === 'waiting' || error
        ? t('notices.submitsLater')
        : t('notices.submitting')
      : seconds === 0
        ? t('notices.timeUp')
        : phase === 'opening' && error
          ? errorText(error)
          : null
  return (
    <div role="status" aria-live="polite">
      {notice && (
        <Alert color="warning" icon={<IconInfoCircle aria-hidden />}>
          {notice}
        </Alert>
      )}
    </div>
  )
}
