import { Group, Paper, Stack, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { MarkingActions } from './answer-browser.tsx'
import { RubricPanel } from './rubric-panel.tsx'
import { CommentField } from './comment-field.tsx'
import { answerKey, type Answer } from './answer-positions.ts'
import type { Marks } from './use-marks.ts'
import classes from './marking.module.css'

interface Props {
  assessment_id: string
  /** Null: of the whole school. */
  course_id: string | null
  answer: Answer
  marks: Marks
  actions: MarkingActions
}

/** Points and comment of an answer. Enter saves them and shows the next answer without a mark. */
export function MarkForm({ assessment_id, course_id, answer, marks, actions }: Props) {
  const { t } = useTranslation('marking')
  const { save } = actions
  const draft = marks.draft(answer)
  const isSaving = marks.saves[answerKey(answer)]?.is === 'saving'
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.form ?? ''}>
      <form
        aria-label={t('marking.mark')}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack gap="md">
          <MarkState answer={answer} />
          <RubricPanel assessment_id={assessment_id} answer={answer} marks={marks} actions={actions} />
          <PointsField answer={answer} marks={marks} actions={actions} />
          <CommentField
            course_id={course_id}
            comment={draft.comment}
            onChange={(comment) => marks.change(answer, { ...draft, comment })}
            actions={actions}
          />
          <SaveButtons same_count={answer.same_count} isSaving={isSaving} onSaveSame={() => save(true)} />
        </Stack>
      </form>
    </Paper>
  )
}

interface SaveProps {
  same_count: number
  isSaving: boolean
  onSaveSame: () => void
}

function SaveButtons({ same_count, isSaving, onSaveSame }: SaveProps) {
  const { t } = useTranslation('marking')
  return (
    <>
      <Group gap="sm">
        <Button type="submit" loading={isSaving}>
          {t('marking.save')}
        </Button>
        {same_count > 0 && (
          <Button variant="default" onClick={onSaveSame}>
            {t('marking.saveSame', { shown: formatNumber(same_count + 1) })}
          </Button>
        )}
      </Group>
      {same_count > 0 && (
        <Text size="sm">{t('marking.same', { count: same_count, shown: formatNumber(same_count) })}</Text>
      )}
    </>
  )
}

function PointsField({ answer, marks, actions }: Omit<Props, 'assessment_id' | 'course_id'>) {
  const { t } = useTranslation('marking')
  const { points, problem } = actions
  const draft = marks.draft(answer)
  const max = formatNumber(answer.max_points)
  return (
    <NumberField
      ref={points}
      label={t('marking.points', { max })}
      value={draft.points}
      onChange={(value) => marks.change(answer, { ...draft, points: value })}
      onKeyDown={(event) => submitOnEnter(event)}
      min={0}
      max={answer.max_points}
      step={answer.max_points <= 5 ? 0.5 : 1}
      decimalScale={2}
      clampBehavior="none"
      error={problem && problem !== 'reason' && t(`marking.problems.${problem}`, { max })}
    />
  )
}

/** The field handles Enter itself, so the form does not submit by it. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** The stored mark, and who gave it. */
function MarkState({ answer }: { answer: Answer }) {
  const { t } = useTranslation('marking')
  const { points, max_points, source, marked_by_name, marked_at } = answer
  if (points === null) return <Text fw={600}>{t('marking.notMarked')}</Text>
  const isAutomatic = source === 'auto' || source === 'regrade' || source === 'late_sync'
  return (
    <div>
      <Text fw={600}>
        {t('marking.given', { points: formatNumber(points), max: formatNumber(max_points) })}
      </Text>
      <Text size="sm" c="dimmed">
        {isAutomatic && t('marking.automatic')}
        {!isAutomatic && (marked_by_name ?? t('marking.you'))}
        {' · '}
        <Time at={marked_at} style="relative" />
      </Text>
    </div>
  )
}
