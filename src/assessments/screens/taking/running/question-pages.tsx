import { Box, Group, Paper, Stack, Text } from '@mantine/core'
import { IconFlag, IconFlagFilled } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { RichText } from '#ui/components/rich-text.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { QuestionInput } from '#ui/questions/question-input.tsx'
import type { QuestionFiles } from '#ui/questions/question-props.ts'
import type { Attempt } from '../session/use-attempt-session.ts'
import { slotElementId, type NumberedSlot } from './numbered-slots.ts'
import classes from './running.module.css'

interface Props {
  attempt: Attempt
  slots: readonly NumberedSlot[]
  answers: ReadonlyMap<number, QuestionAnswer>
  isReadOnly: boolean
  /** Index of the slot that is shown where there is one question on each page. */
  current: number
  flagged: ReadonlySet<number>
  onCurrent: (index: number) => void
  onFlag: (slot: number) => void
  onAnswer: (slot: number, answer: QuestionAnswer) => void
}

/** All questions below each other, or one on each page. */
export function QuestionPages(props: Props) {
  const { attempt, slots, current } = props
  const shown = attempt.one_question_per_page ? slots.slice(current, current + 1) : slots
  return (
    <Stack gap="lg">
      {shown.map((slot, index) => (
        <Box key={slot.slot}>
          {(attempt.one_question_per_page || slot.section !== shown[index - 1]?.section) && (
            <SectionHead section={attempt.sections[slot.section]} />
          )}
          <Question {...props} slot={slot} />
        </Box>
      ))}
      {attempt.one_question_per_page && <Pager {...props} />}
    </Stack>
  )
}

function SectionHead({ section }: { section: Attempt['sections'][number] | undefined }) {
  if (!section || section.name + section.instructions === '') return null
  return (
    <Box mb="sm">
      {section.name && (
        <Text component="h2" fw={700} size="lg">
          {section.name}
        </Text>
      )}
      {section.instructions && <RichText html={section.instructions} />}
    </Box>
  )
}

function Question({ slot, answers, isReadOnly, flagged, onFlag, onAnswer }: Props & { slot: NumberedSlot }) {
  const { t } = useTranslation('taking')
  const files = useFiles(slot)
  const isFlagged = flagged.has(slot.slot)
  return (
    <Paper withBorder radius="md" p="md" id={slotElementId(slot.slot)} className={classes.question ?? ''}>
      {slot.number !== null && (
        <Group justify="space-between" mb="sm">
          <Text component="h2" fw={600}>
            {t('question', { number: formatNumber(slot.number) })}
          </Text>
          <Group gap="xs">
            <Text c="dimmed">{t('points', { number: formatNumber(slot.points) })}</Text>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-pressed={isFlagged}
              leftSection={
                isFlagged ? <IconFlagFilled size={16} aria-hidden /> : <IconFlag size={16} aria-hidden />
              }
              onClick={() => onFlag(slot.slot)}
            >
              {t('flag')}
            </Button>
          </Group>
        </Group>
      )}
      <QuestionInput
        body={slot.body}
        answer={answers.get(slot.slot) ?? null}
        onChange={(answer) => onAnswer(slot.slot, answer)}
        isReadOnly={isReadOnly}
        files={files}
      />
    </Paper>
  )
}

function useFiles({ files }: NumberedSlot): QuestionFiles {
  return useMemo(
    () => ({
      urlOf: (upload_id) => files.find((file) => file.upload_id === upload_id)?.url,
      send: null,
    }),
    [files],
  )
}

function Pager({ slots, current, onCurrent }: Props) {
  const { t } = useTranslation('taking')
  const buttons = useRef<HTMLDivElement>(null)
  const go = (index: number) => {
    onCurrent(index)
    document.querySelector('h1')?.scrollIntoView()
  }
  return (
    <Group justify="space-between" ref={buttons}>
      <Button variant="default" disabled={current === 0} onClick={() => go(current - 1)}>
        {t('previous')}
      </Button>
      <Text c="dimmed">
        {t('page', { number: formatNumber(current + 1), all: formatNumber(slots.length) })}
      </Text>
      <Button variant="default" disabled={current >= slots.length - 1} onClick={() => go(current + 1)}>
        {t('next')}
      </Button>
    </Group>
  )
}
