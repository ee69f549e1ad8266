import { Alert, Group, Loader, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './ask.module.css'

interface Props {
  asking: { question: string; text: string; state: 'asking' | 'lost' }
  onRetry: () => void
}

/** The question that is being answered, with the partial answer. */
export function PendingQuestionCard({ asking: { question, text, state }, onRetry }: Props) {
  const { t } = useTranslation('assistant')
  return (
    <article className={classes.asked} aria-label={question} aria-busy={state === 'asking'}>
      <p className={classes.question} dir="auto">
        {question}
      </p>
      {text && (
        <p className={classes.words} dir="auto">
          {text}
        </p>
      )}
      {state === 'asking' && (
        <Group gap="sm" c="dimmed">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{t('writing')}</Text>
        </Group>
      )}
      {state === 'lost' && (
        <Alert color="warning" icon={<IconCloudOff aria-hidden />} title={t('lost.title')} role="alert">
          <Text size="sm" mb="sm">
            {t('lost.text')}
          </Text>
          <Button size="sm" variant="default" onClick={onRetry}>
            {t('lost.again')}
          </Button>
        </Alert>
      )}
    </article>
  )
}
