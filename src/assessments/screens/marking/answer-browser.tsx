import { Stack } from '@mantine/core'
import { IconChecks, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { chosenLevels } from '#lib/grades/index.ts'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useLeaveWarning } from '#ui/form/use-leave-warning.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AnswerView } from './answer-view.tsx'
import { MarkForm } from './mark-form.tsx'
import { MarkNotices, StoredMarks } from './mark-notices.tsx'
import { answerKey, type Answer, type Overview, type AnswerPosition, type Scope } from './answer-positions.ts'
import { useAnswerList } from './use-answer-list.ts'
import { useMarkingKeys } from './use-marking-keys.ts'
import { useRubric, type RubricState } from './use-rubric.ts'
import { useMarks, type Draft } from './use-marks.ts'
import { usePosition } from './use-position.ts'
import classes from './marking.module.css'

interface Props {
  overview: Overview
  scope: Scope
  /** Where the list begins; null: at its first answer. */
  start: AnswerPosition | null
}

/** One answer after the other, with the form for its mark. */
export function AnswerBrowser({ overview, scope, start }: Props) {
  const { t } = useTranslation('marking')
  const [from, setFrom] = useState(start)
  const list = useAnswerList(overview.id, scope, from)
  const isLost = list.rows?.length === 0 && from !== null && !list.isFetching && !list.hasPrevious
  // Nothing is left at the position of the address and around it: the list begins at its first answer.
  if (isLost) setFrom(null)
  if (list.error && !list.rows) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows || (list.rows.length === 0 && list.isFetching)) return <ListSkeleton rows={6} />
  if (list.rows.length === 0 && !list.hasPrevious)
    return (
      <EmptyState
        icon={<IconChecks size={40} />}
        title={t('marking.done')}
        text={t('marking.doneText')}
        action={
          <LinkButton to={`/manage/assessments/${overview.id}/results`}>{t('marking.toResults')}</LinkButton>
        }
      />
    )
  return <OpenAnswers overview={overview} list={list} />
}

function OpenAnswers({ overview, list }: { overview: Overview; list: ReturnType<typeof useAnswerList> }) {
  const marks = useMarks(overview.id, list)
  const isOpen = (answer: Answer) => answer.points === null && !marks.saves[answerKey(answer)]
  const position = usePosition(list, isOpen)
  const { answer } = position
  const heading = useRef<HTMLHeadingElement>(null)
  const rubric = useRubric(overview.id, answer, marks)
  const actions = useActions({ marks, position, answer, rubric })
  useFocusOnChange(heading, answer)
  useLeaveWarning(Object.keys(marks.saves).length > 0 || Object.keys(marks.drafts).length > 0)
  useMarkingKeys(actions)
  if (!answer) return <ListSkeleton rows={6} />
  return (
    <Stack gap="md">
      <MarkNotices marks={marks} rows={list.rows ?? []} shown={answer} onOpen={position.openAnswer} />
      <Steps {...position}>
        <StoredMarks marks={marks} isAtEnd={actions.isAtEnd} onUndo={actions.undo} />
      </Steps>
      <div className={classes.columns}>
        <AnswerView answer={answer} isAnonymous={overview.is_anonymous} heading={heading} />
        <MarkForm
          key={answerKey(answer)}
          assessment_id={overview.id}
          course_id={overview.course_id}
          answer={answer}
          marks={marks}
          actions={actions}
        />
      </div>
    </Stack>
  )
}

interface Acting {
  marks: ReturnType<typeof useMarks>
  position: ReturnType<typeof usePosition>
  answer: Answer | undefined
  rubric: RubricState
}

/** What buttons and keys do with the shown answer. */
function useActions({ marks, position, answer, rubric }: Acting) {
  const [isTried, setTried] = useState<string | null>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  const points = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const draft = answer && marks.draft(answer)
  const problem = draft && answer && problemOf(draft, { rubric, max_points: answer.max_points })
  function save(isForSame = false) {
    if (!answer || !draft || marks.saves[answerKey(answer)]?.is === 'saving') return
    if (problem) {
      setTried(answerKey(answer))
      return points.current?.focus()
    }
    void marks.store(answer, storedDraft(draft, rubric), isForSame)
    setTried(null)
    setAtEnd(!position.goToOpen())
  }
  async function undo() {
    const undone = await marks.undo()
    if (!undone) return
    setAtEnd(false)
    position.openAnswer({ attempt_id: undone.attempt_id, slot: undone.slot })
  }
  return {
    rubric,
    points,
    comment,
    problem: isTried === (answer && answerKey(answer)) ? (problem ?? null) : null,
    save,
    undo: () => void undo(),
    step: position.step,
    /** Nothing is left to mark in the loaded answers. */
    isAtEnd,
    typePoints: (value: number) => points.current && typeInto(points.current, String(value)),
    maxPoints: answer?.max_points ?? 0,
    sameCount: answer?.same_count ?? 0,
  }
}

export type MarkingActions = ReturnType<typeof useActions>

/** Types a text as if the field had the focus, so that further digits follow. */
function typeInto(input: HTMLInputElement, text: string) {
  input.focus()
  input.setRangeText(text, 0, input.value.length, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

interface Checked {
  rubric: RubricState
  max_points: number
}

function problemOf(
  { points, reason }: Draft,
  { rubric, max_points }: Checked,
): 'missing' | 'tooMany' | 'reason' | null {
  if (points === null) return 'missing'
  if (points > max_points) return 'tooMany'
  return rubric.isOverridden && reason.trim() === '' ? 'reason' : null
}

/** The draft with the levels that the rubric has, in its version. */
const storedDraft = (draft: Draft, { rubric, choices, criteria, isOverridden }: RubricState): Draft => ({
  ...draft,
  choices: chosenLevels(criteria, choices).map(({ criterion, level }) => ({
    criterion_id: criterion.id,
    level_id: level.id,
  })),
  reason: isOverridden ? draft.reason.trim() : '',
  rubric_version: rubric?.version ?? 0,
})

/** The focus follows to the heading of the next answer, but not when the page opens. */
function useFocusOnChange(heading: RefObject<HTMLHeadingElement | null>, answer: Answer | undefined) {
  const key = answer ? answerKey(answer) : null
  const shown = useRef(key)
  useEffect(() => {
    if (key === shown.current) return
    const isFirst = shown.current === null
    shown.current = key
    if (!isFirst) heading.current?.focus()
  }, [key, heading])
}

interface StepsProps extends Pick<ReturnType<typeof usePosition>, 'step' | 'canGo'> {
  children: ReactNode
}

function Steps({ step, canGo, children }: StepsProps) {
  const { t } = useTranslation('marking')
  return (
    <div className={classes.steps}>
      <Button
        variant="default"
        disabled={!canGo.previous}
        leftSection={<IconChevronLeft size={18} aria-hidden className="ly-mirrored" />}
        onClick={() => step('previous')}
      >
        {t('marking.previous')}
      </Button>
      {children}
      <Button
        variant="default"
        disabled={!canGo.next}
        rightSection={<IconChevronRight size={18} aria-hidden className="ly-mirrored" />}
        onClick={() => step('next')}
      >
        {t('marking.next')}
      </Button>
    </div>
  )
}
