import { Alert, Group, Text } from '@mantine/core'
import { IconFileSearch, IconSchool, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AnswerText } from './answer-text.tsx'
import { Citations } from './citations.tsx'
import type { AssistantQuestion } from './use-ask-question.ts'
import classes from './ask.module.css'

interface Props {
  entry: AssistantQuestion
  onFollow: () => void
}

/** A question with its answer. */
export function QuestionCard({ entry, onFollow }: Props) {
  const { t } = useTranslation('assistant')
  const { question, kind, answer, citations, correction, created_at } = entry
  const quotesOnly = kind === 'quotes'
  return (
    <article className={classes.asked} aria-label={question}>
      <p className={classes.question} dir="auto">
        {question}
      </p>
      {correction && <TeachersWord answer={correction.answer} citations={[]} onFollow={onFollow} />}
      {kind === 'teacher' && <TeachersWord answer={answer} citations={citations} onFollow={onFollow} />}
      {entry.failure && (
        <Text size="sm" c="dimmed">
          {t(entry.failure === 'budget_exhausted' ? 'failure.budget_exhausted' : 'failure.other')}
        </Text>
      )}
      {kind === 'none' && !correction && (
        <Alert color="gray" icon={<IconFileSearch aria-hidden />} title={t('none.title')}>
          {t('none.text')}
        </Alert>
      )}
      {kind === 'none' && citations.length > 0 && <Text size="sm">{t('none.results')}</Text>}
      {quotesOnly && <Text size="sm">{t('quotes', { count: citations.length })}</Text>}
      {kind === 'endpoint' && <AnswerText text={answer} citations={citations} onFollow={onFollow} />}
      {citations.length > 0 && (
        <Citations
          citations={citations}
          onFollow={onFollow}
          label={t(kind === 'none' ? 'none.results' : 'sources')}
        />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" component="span">
          <Time at={created_at} style="relative" />
        </Text>
        <Verdict question={entry} />
      </Group>
    </article>
  )
}

interface WordProps extends Pick<AssistantQuestion, 'answer' | 'citations'> {
  onFollow: () => void
}

function TeachersWord({ answer, citations, onFollow }: WordProps) {
  const { t } = useTranslation('assistant')
  return (
    <div className={classes.teacher}>
      <p className={classes.by}>
        <IconSchool size={18} aria-hidden /> {t('byTeacher')}
      </p>
      <AnswerText text={answer} citations={citations} onFollow={onFollow} />
    </div>
  )
}

function Verdict({ question: { id, rating } }: { question: AssistantQuestion }) {
  const { t } = useTranslation('assistant')
  const { errorText } = useErrorText()
  const checkLine = useApiMutation(contract.rateAnswer, {
    invalidates: [contract.listMyQuestions],
    onSuccess: (answer) => answer.rating === 'unhelpful' && toast(t('rating.told')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const now = checkLine.variables?.id === id && !checkLine.isError ? checkLine.variables.rating : rating
  const choices = [
    { value: 'helpful' as const, Icon: IconThumbUp },
    { value: 'unhelpful' as const, Icon: IconThumbDown },
  ]
  return (
    <Group gap={4}>
      {choices.map(({ value, Icon }) => (
        <Button
          key={value}
          size="compact-md"
          mih={44}
          variant={now === value ? 'light' : 'subtle'}
          color={now === value ? 'primary' : 'gray'}
          aria-pressed={now === value}
          leftSection={<Icon size={18} aria-hidden />}
          onClick={() => checkLine.mutate({ id, rating: now === value ? null : value })}
        >
          {t(`rating.${value}`)}
        </Button>
      ))}
    </Group>
  )
}
