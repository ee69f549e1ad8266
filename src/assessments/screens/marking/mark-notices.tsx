import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconUsers } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { answerKey, type Answer, type AnswerPosition } from './answer-positions.ts'
import type { Marks, PresentMark, SaveState } from './use-marks.ts'
import classes from './marking.module.css'

interface Props {
  marks: Marks
  rows: readonly Answer[]
  shown: Answer
  onOpen: (position: AnswerPosition) => void
}

/** Marks that were not stored. */
export function MarkNotices({ marks, rows, shown, onOpen }: Props) {
  const answers = rows.filter((row) => marks.saves[answerKey(row)])
  return (
    <>
      {answers.map((answer) => (
        <Unsaved
          key={answerKey(answer)}
          answer={answer}
          state={marks.saves[answerKey(answer)]!}
          marks={marks}
          onOpen={answerKey(answer) === answerKey(shown) ? null : () => onOpen(answer)}
        />
      ))}
    </>
  )
}

interface StoredProps {
  marks: Marks
  isAtEnd: boolean
  onUndo: () => void
}

/** The last stored marks with undo, and whether more are to mark. */
export function StoredMarks({ marks: { undoable, undoError }, isAtEnd, onUndo }: StoredProps) {
  const { t } = useTranslation('marking')
  const { errorText } = useErrorText()
  const count = undoable?.marks.length ?? 0
  return (
    <div className={classes.stored}>
      <Text size="sm" role="status">
        {undoable && t('marking.stored', { count, shown: formatNumber(count) })}{' '}
        {isAtEnd && t('marking.allLoadedMarked')}
      </Text>
      {undoable && (
        <Button
          size="compact-md"
          variant="light"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={onUndo}
        >
          {t('marking.undo')}
        </Button>
      )}
      {undoError && (
        <Text size="sm" c="error" role="alert">
          {errorText(undoError)}
        </Text>
      )}
    </div>
  )
}

interface UnsavedProps {
  answer: Answer
  state: SaveState
  marks: Marks
  /** Null while the answer is shown. */
  onOpen: (() => void) | null
}

function Unsaved({ answer, state, marks, onOpen }: UnsavedProps) {
  const { t } = useTranslation('marking')
  const { errorText } = useErrorText()
  if (state.is === 'saving') return null
  if (state.is === 'conflict')
    return <Conflict answer={answer} present={state.present} marks={marks} onOpen={onOpen} />
  const { error, isForSame } = state
  return (
    <Alert
      color="error"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('marking.notStored', { name: nameOf(answer, t('marking.nameHidden')) })}
    >
      <Text size="sm">{errorText(error)}</Text>
      <Group gap="sm" mt="sm">
        <Button
          size="sm"
          variant="default"
          onClick={() => void marks.store(answer, marks.draft(answer), isForSame)}
        >
          {t('marking.retry')}
        </Button>
        {onOpen && <OpenButton onOpen={onOpen} />}
      </Group>
    </Alert>
  )
}

interface ConflictProps extends Pick<UnsavedProps, 'answer' | 'marks' | 'onOpen'> {
  present: PresentMark
}

/** Another person marked the answer: the marker sees that mark and decides. */
function Conflict({ answer, present, marks, onOpen }: ConflictProps) {
  const { t } = useTranslation('marking')
  const { points, comment, marked_by_name } = present
  const mine = marks.draft(answer).points
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t('marking.conflict', {
        marker: marked_by_name ?? t('marking.somebody'),
        name: nameOf(answer, t('marking.nameHidden')),
      })}
    >
      <Text size="sm">
        {t('marking.theirs', {
          points: points === null ? '–' : formatNumber(points),
          max: formatNumber(answer.max_points),
        })}
      </Text>
      {comment && (
        <Text size="sm" className={classes.comment ?? ''} dir="auto">
          {comment}
        </Text>
      )}
      <Group gap="sm" mt="sm">
        <Button size="sm" variant="default" onClick={() => marks.resolve(answer, present, false)}>
          {t('marking.keepTheirs')}
        </Button>
        <Button size="sm" variant="default" onClick={() => marks.resolve(answer, present, true)}>
          {t('marking.useMine', { points: mine === null ? '–' : formatNumber(mine) })}
        </Button>
        {onOpen && <OpenButton onOpen={onOpen} />}
      </Group>
    </Alert>
  )
}

const nameOf = ({ user_name, slot }: Answer, hidden: string) =>
  `${user_name ?? hidden}, ${formatNumber(slot + 1)}`

function OpenButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('marking')
  return (
    <Button size="sm" variant="subtle" onClick={onOpen}>
      {t('marking.open')}
    </Button>
  )
}
