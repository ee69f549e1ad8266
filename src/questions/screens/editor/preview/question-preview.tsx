import { Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { QuestionAnswer, QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import { checkQuestion } from '#lib/questions/checks/check-question.ts'
import { gradeAnswer } from '#lib/questions/grading/grade-answer.ts'
import { drawVariables } from '#lib/questions/numbers/variables.ts'
import { shuffledOptions } from '#lib/questions/option-order.ts'
import { createRandom } from '#lib/questions/random.ts'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { QuestionInput } from '#ui/questions/question-input.tsx'
import type { QuestionFiles } from '#ui/questions/question-props.ts'
import { QuestionReview } from '#ui/questions/review/question-review.tsx'
import { withPlaceholders } from './with-placeholders.ts'

interface Props {
  body: QuestionBody
  answers: QuestionKey
  files: QuestionFiles
}

/** The question as a student sees it, with a try that is graded at once. */
export function QuestionPreview({ files, ...current }: Props) {
  const { t } = useTranslation('question-editor')
  const body = useDeferredValue(current.body)
  const answers = useDeferredValue(current.answers)
  const [seed, setSeed] = useState('1')
  const [answer, setAnswer] = useState<QuestionAnswer | null>(null)
  const [isChecked, setChecked] = useState(false)
  const variables = useMemo(() => drawVariables(answers, createRandom(seed)), [answers, seed])
  const optionOrder = useMemo(() => shuffledOptions(body, createRandom(seed)), [body, seed])
  const shownBody = useMemo(() => withPlaceholders(body), [body])
  const shared = { body, answer, variables, files }
  const isReady = checkQuestion(body, answers).length === 0
  const restart = () => {
    setAnswer(null)
    setChecked(false)
    setSeed(crypto.randomUUID())
  }
  return (
    <Section title={t('preview.title')} text={t('preview.text')}>
      {isChecked && isReady ? (
        <Graded {...shared} answers={answers} />
      ) : (
        <QuestionInput {...shared} body={shownBody} optionOrder={optionOrder} onChange={setAnswer} />
      )}
      {body.type !== 'information' && (
        <TryButtons
          isReady={isReady}
          isChecked={isChecked}
          onCheck={() => setChecked(true)}
          onRestart={restart}
        />
      )}
    </Section>
  )
}

interface TryProps {
  /** Whether an answer can be graded. */
  isReady: boolean
  isChecked: boolean
  onCheck: () => void
  onRestart: () => void
}

function TryButtons({ isReady, isChecked, onCheck, onRestart }: TryProps) {
  const { t } = useTranslation('question-editor')
  return (
    <Stack gap="xs">
      {!isReady && (
        <Text size="sm" c="dimmed">
          {t('preview.incomplete')}
        </Text>
      )}
      <Group gap="sm">
        {!(isChecked && isReady) && (
          <Button
            variant="light"
            leftSection={<IconCheck size={18} aria-hidden />}
            disabled={!isReady}
            onClick={onCheck}
          >
            {t('preview.check')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRestart}>
          {t('preview.again')}
        </Button>
      </Group>
    </Stack>
  )
}

interface GradedProps extends Props {
  answer: QuestionAnswer | null
  variables: Record<string, string>
}

/** The answer with its points, out of one. */
function Graded({ answers, ...shown }: GradedProps) {
  const { t } = useTranslation('question-editor')
  const { fraction } = gradeAnswer({ ...shown, key: answers })
  return (
    <div role="status">
      <QuestionReview {...shown} correctKey={answers} points={fraction} maxPoints={1} />
      {fraction === null && <Text>{t('preview.marked')}</Text>}
    </div>
  )
}
