import { Alert, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { RichText } from '#ui/components/rich-text.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { QuestionReview } from '#ui/questions/review/question-review.tsx'
import { numberedSlots, type NumberedSlot } from '../running/numbered-slots.ts'
import type { Attempt } from '../session/use-attempt-session.ts'

interface Props {
  attempt: Attempt
  /** Answers of this device that are not sent yet. */
  waiting: number
}

/** A submitted attempt: what was handed in, and the result once it is released. */
export function AttemptResult({ attempt, waiting }: Props) {
  const { t } = useTranslation('taking')
  return (
    <Stack gap="lg">
      {waiting > 0 && (
        <Alert color="warning" icon={<IconInfoCircle aria-hidden />} role="status">
          {t('result.waiting', { number: formatNumber(waiting) })}
        </Alert>
      )}
      <Summary attempt={attempt} />
      {numberedSlots(attempt.slots).map((slot) => (
        <SlotReview key={slot.slot} slot={slot} />
      ))}
    </Stack>
  )
}

function Summary({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('taking')
  const { result, state, submitted_at, submitted_by } = attempt
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="xs">
        <Group gap="sm">
          <Text fw={600} role="status">
            {submitted_by === 'student' || submitted_by === 'staff'
              ? t('result.submitted')
              : t('result.submittedByDeadline')}
          </Text>
          {submitted_at && <Time at={submitted_at} />}
        </Group>
        {result ? (
          <Group gap="sm">
            {result.score !== null && (
              <Text fw={700} size="xl">
                {t('attempts.score', { number: formatNumber(result.score) })}
              </Text>
            )}
            {result.points !== null && (
              <Text>
                {t('result.points', {
                  points: formatNumber(result.points),
                  max: formatNumber(result.max_points),
                })}
              </Text>
            )}
            {result.is_passed !== null && (
              <Badge color={result.is_passed ? 'success' : 'error'} variant="light">
                {result.is_passed ? t('result.passed') : t('result.notPassed')}
              </Badge>
            )}
          </Group>
        ) : (
          <Text c="dimmed">{state === 'void' ? t('result.void') : t('result.notReleased')}</Text>
        )}
      </Stack>
    </Paper>
  )
}

function SlotReview({ slot }: { slot: NumberedSlot }) {
  const { t } = useTranslation('taking')
  const files = useMemo(
    () => ({
      urlOf: (id: string) => slot.files.find(({ upload_id }) => upload_id === id)?.url,
      send: null,
    }),
    [slot.files],
  )
  return (
    <Paper withBorder radius="md" p="md">
      {slot.number !== null && (
        <Group gap="sm" mb="sm">
          <Text component="h2" fw={600}>
            {t('question', { number: formatNumber(slot.number) })}
          </Text>
          {slot.is_late && <Badge variant="light">{t('result.late')}</Badge>}
        </Group>
      )}
      <QuestionReview
        body={slot.body}
        answer={slot.answer}
        rightAnswer={slot.mark?.right_answer ?? null}
        points={slot.mark?.is_dropped ? null : (slot.mark?.points ?? null)}
        maxPoints={slot.points}
        comment={slot.mark?.comment ?? null}
        files={files}
      />
      {slot.mark?.is_dropped && <Text fw={600}>{t('result.dropped')}</Text>}
      {slot.mark && <RubricResult rubric={slot.mark.rubric} />}
      {slot.mark?.feedback.map((html, index) => (
        <RichText key={index} html={html} />
      ))}
    </Paper>
  )
}

type Levels = NonNullable<NumberedSlot['mark']>['rubric']

/** The levels of a rubric that the answer reached. */
function RubricResult({ rubric }: { rubric: Levels }) {
  const { t } = useTranslation('taking')
  if (rubric.length === 0) return null
  return (
    <Stack component="dl" gap="xs" mt="sm">
      {rubric.map(({ criterion, level, points, max_points }, index) => (
        <div key={index} style={{ overflowWrap: 'anywhere' }}>
          <Text component="dt" fw={600} dir="auto">
            {criterion}
          </Text>
          <Text component="dd" m={0}>
            <bdi>{level}</bdi> ·{' '}
            {t('result.points', { points: formatNumber(points), max: formatNumber(max_points) })}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
