import { Group, Paper, Stack, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { MarkingActions } from './answer-browser.tsx'
import { placeKey, type Answer } from './places.ts'
import type { Marks } from './use-marks.ts'
import classes from './marking.module.css'

interface Props {
  answer: Answer
  marks: Marks
  actions: MarkingActions
}

/** Points and comment of an answer. Enter saves them and shows the next answer without a mark. */
export function MarkForm({ answer, marks, actions }: Props) {
  const { t } = useTranslation('marking')
  const { comment, save } = actions
  const draft = marks.draft(answer)
  const isSaving = marks.saves[placeKey(answer)]?.is === 'saving'
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
          <PointsField answer={answer} marks={marks} actions={actions} />
          <TextArea
            ref={comment}
            label={t('marking.comment')}
            hint={t('marking.commentHint')}
            value={draft.comment}
            onChange={(text) => marks.change(answer, { ...draft, comment: text })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              save()
            }}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={5_000}
            dir="auto"
          />
          <Group gap="sm">
            <Button type="submit" loading={isSaving}>
              {t('marking.save')}
            </Button>
            {answer.same_count > 0 && (
              <Button variant="default" onClick={() => save(true)}>
                {t('marking.saveSame', { shown: formatNumber(answer.same_count + 1) })}
              </Button>
            )}
          </Group>
          {answer.same_count > 0 && (
            <Text size="sm">
              {t('marking.same', { count: answer.same_count, shown: formatNumber(answer.same_count) })}
            </Text>
          )}
        </Stack>
      </form>
    </Paper>
  )
}

function PointsField({ answer, marks, actions }: Props) {
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
      error={problem && t(`marking.problems.${problem}`, { max })}
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
