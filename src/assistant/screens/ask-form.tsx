import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconMessageOff, IconSend } from '@tabler/icons-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'
import classes from './ask.module.css'

type Assistant = ApiReply<typeof contract.getAssistant>

interface Props {
  assistant: Assistant
  isAsking: boolean
  refusal: { error: ApiError; question: string } | null
  quotesOnly: boolean
  onQuotesOnly: (on: boolean) => void
  onAsk: (question: string) => void
}

const longest = 2_000

export function AskForm({ assistant, isAsking, refusal, quotesOnly, onQuotesOnly, onAsk }: Props) {
  const { t } = useTranslation('assistant')
  const { errorText } = useErrorText()
  const [input, setInput] = useState('')
  const [handledRefusal, setHandledRefusal] = useState(refusal)
  // Restores a refused question, to be sent again or changed.
  if (handledRefusal !== refusal) {
    setHandledRefusal(refusal)
    if (refusal && input === '') setInput(refusal.question)
  }
  const question = input.trim()
  const isUsedUp = assistant.questions_left === 0
  const mayAsk = question !== '' && !isAsking && !isUsedUp

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (!mayAsk) return
    onAsk(question)
    setInput('')
  }

  if (assistant.is_opted_out)
    return (
      <Alert color="gray" icon={<IconMessageOff aria-hidden />} title={t('optedOut.title')}>
        {t('optedOut.text')}{' '}
        <Anchor renderRoot={(props: object) => <Link to="/profile" {...props} />}>
          {t('optedOut.profile')}
        </Anchor>
      </Alert>
    )
  if (!assistant.is_on)
    return (
      <Alert color="gray" icon={<IconMessageOff aria-hidden />} title={t('off.title')}>
        {t('off.text')}
      </Alert>
    )
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextArea
        label={t('form.label')}
        placeholder={t('form.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longest}
        value={input}
        onChange={setInput}
        error={refusal && !isUsedUp ? errorText(refusal.error) : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
        }}
      />
      {assistant.uses_endpoint && (
        <SwitchField
          label={t('form.quotesOnly')}
          hint={t('form.quotesOnlyHint')}
          value={quotesOnly}
          onChange={onQuotesOnly}
        />
      )}
      {isUsedUp && (
        <Alert color="warning" title={t('usedUp')}>
          {t('usedUpText')} <Time at={assistant.resets_at} />
        </Alert>
      )}
      <Group justify="space-between" align="center" gap="sm">
        <Button
          type="submit"
          disabled={!mayAsk}
          loading={isAsking}
          leftSection={<IconSend size={18} aria-hidden className={`ly-mirrored ${classes.arrow}`} />}
        >
          {t('form.ask')}
        </Button>
        {assistant.questions_left > 0 && assistant.questions_left <= 10 && (
          <Text size="sm" c="dimmed">
            {t('form.left', { count: assistant.questions_left })}
          </Text>
        )}
      </Group>
    </form>
  )
}
