import { Group, Progress, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { ChoiceBar } from '#ui/form/fields/choice-bar.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Overview, Scope } from './answer-positions.ts'
import classes from './marking.module.css'

type Question = Overview['questions'][number]

interface Props {
  overview: Overview
  scope: Scope
  /** The chosen question; of no meaning while answers are shown by student. */
  question: Question
}

/** Order and filter of the answers, and how many are marked. */
export function MarkingToolbar({ overview, scope, question }: Props) {
  const set = useSetParameters()
  const isByStudent = scope.question_id === null
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-end">
        <OrderBars scope={scope} set={set} />
        {!isByStudent && (
          <QuestionField
            overview={overview}
            question={question}
            onChange={(id) => id && set({ question: id, attempt: null, slot: null })}
          />
        )}
      </Group>
      <MarkingProgress of={isByStudent ? overview : question} />
      {!isByStudent && <Markers question={question} />}
    </Stack>
  )
}

type SetParameters = (changes: Record<string, string | null>) => void

/** Changes several parameters of the address at once. */
function useSetParameters(): SetParameters {
  const [, setParameters] = useSearchParams()
  return (changes) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
}

function OrderBars({ scope, set }: { scope: Scope; set: SetParameters }) {
  const { t } = useTranslation('marking')
  return (
    <>
      <ChoiceBar
        label={t('marking.order')}
        value={scope.question_id === null ? 'student' : 'question'}
        onChange={(by) => set({ by: by === 'student' ? by : null })}
        choices={[
          { value: 'question', label: t('marking.byQuestion') },
          { value: 'student', label: t('marking.byStudent') },
        ]}
      />
      <ChoiceBar
        label={t('marking.show')}
        value={scope.isPendingOnly ? 'pending' : 'all'}
        onChange={(show) => set({ show: show === 'all' ? show : null })}
        choices={[
          { value: 'pending', label: t('marking.toMark') },
          { value: 'all', label: t('marking.all') },
        ]}
      />
    </>
  )
}

interface QuestionProps {
  overview: Overview
  question: Question
  onChange: (question_id: string | null) => void
}

function QuestionField({ overview: { questions }, question, onChange }: QuestionProps) {
  const { t } = useTranslation('marking')
  return (
    <SelectField
      label={t('marking.question')}
      className={classes.questionField ?? ''}
      searchable
      allowDeselect={false}
      value={question.question_id}
      onChange={onChange}
      choices={questions.map(({ question_id, name, pending_count }) => ({
        value: question_id,
        label: t('marking.questionChoice', {
          name: name ?? t('marking.deletedQuestion'),
          number: formatNumber(pending_count),
        }),
      }))}
    />
  )
}

/** «12 of 40 marked», as text and as a bar. */
function MarkingProgress({ of }: { of: { answer_count: number; pending_count: number } }) {
  const { t } = useTranslation('marking')
  const labelId = useId()
  const done = of.answer_count - of.pending_count
  return (
    <div>
      <Text size="sm" id={labelId} className={classes.progress ?? ''}>
        {t('marking.progress', { done: formatNumber(done), all: formatNumber(of.answer_count) })}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section
          value={(100 * done) / Math.max(1, of.answer_count)}
          aria-labelledby={labelId}
          color={of.pending_count === 0 ? 'success' : 'primary'}
        />
      </Progress.Root>
    </div>
  )
}

function Markers({ question: { markers } }: { question: Question }) {
  const { t } = useTranslation('marking')
  if (markers.length === 0) return null
  const names = markers.map(({ name, count }) => `${name} (${formatNumber(count)})`).join(', ')
  return (
    <Text size="sm" c="dimmed">
      {t('marking.markers', { names })}
    </Text>
  )
}
