import { Button, Group, Text } from '@mantine/core'
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Modal } from './modal.tsx'

interface Question {
  title: string
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** For actions that cannot be undone. */
  danger?: boolean
}

interface DialogProps extends Question {
  opened: boolean
  onAnswer: (yes: boolean) => void
}

/** Confirms actions on money, accounts or many items. Other actions offer undo instead. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger,
  onAnswer,
}: DialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Modal opened={opened} onClose={() => onAnswer(false)} title={title}>
      {text && <Text mb="lg">{text}</Text>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {cancelLabel ?? t('actions.cancel')}
        </Button>
        <Button color={danger ? 'error' : 'primary'} onClick={() => onAnswer(true)}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}

type Ask = (question: Question) => Promise<boolean>

const AskContext = createContext<Ask | null>(null)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pendingQuestion, setPendingQuestion] = useState<{
    question: Question
    answer: (yes: boolean) => void
  } | null>(null)
  const [opened, setOpened] = useState(false)
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        setPendingQuestion({ question, answer })
        setOpened(true)
      }),
    [],
  )
  const answered = (yes: boolean) => {
    setOpened(false)
    pendingQuestion?.answer(yes)
  }
  return (
    <AskContext value={ask}>
      {children}
      {pendingQuestion && <ConfirmDialog {...pendingQuestion.question} opened={opened} onAnswer={answered} />}
    </AskContext>
  )
}

/** `if (await confirm({ … })) …` */
export function useConfirm(): Ask {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('useConfirm needs the app shell around it')
  return ask
}
