import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { useMemo, type RefObject } from 'react'
import { Time } from '#ui/components/time.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { QuestionReview } from '#ui/questions/review/question-review.tsx'
import type { Answer } from './answer-positions.ts'
import classes from './marking.module.css'

interface Props {
  answer: Answer
  isAnonymous: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** The answer of a student with its question, the right answer and the notes for markers. */
export function AnswerView({ answer, isAnonymous, heading }: Props) {
  const { t } = useTranslation('marking')
  const files = useMemo(
    () => ({
      urlOf: (id: string) => answer.files.find(({ upload_id }) => upload_id === id)?.url,
      send: null,
    }),
    [answer.files],
  )
  return (
    <Stack gap="md" className={classes.answer ?? ''}>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
        <AnswerHeading answer={answer} isAnonymous={isAnonymous} heading={heading} />
        <QuestionReview
          body={answer.body}
          answer={answer.answer}
          rightAnswer={answer.right_answer}
          givenLabel={t('marking.answer')}
          files={files}
        />
      </Paper>
      {answer.guidance && (
        <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} component="section">
          <Text component="h3" fw={600} mb="xs">
            {t('marking.guidance')}
          </Text>
          <RichText html={answer.guidance} />
        </Paper>
      )}
    </Stack>
  )
}

/** Who gave the answer, and when. */
function AnswerHeading({ answer, isAnonymous, heading }: Props) {
  const { t } = useTranslation('marking')
  const number = formatNumber(answer.slot + 1)
  const name = answer.user_name ?? t(isAnonymous ? 'marking.nameHidden' : 'marking.student')
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        <bdi>{name}</bdi> · {t('marking.questionNumber', { number })}
      </h2>
      <Group gap="xs" mb="md">
        <Text size="sm" c="dimmed">
          {t('marking.attempt', { number: formatNumber(answer.attempt_number) })} ·{' '}
          <Time at={answer.submitted_at} />
        </Text>
        {answer.is_late && (
          <Badge color="warning" variant="light" tt="none">
            {t('flags.lateAnswers')}
          </Badge>
        )}
      </Group>
    </>
  )
}
