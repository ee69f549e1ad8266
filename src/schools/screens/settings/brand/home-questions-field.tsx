import { Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { toastUndo } from '#ui/components/feedback/toasts.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Settings } from '../use-school-settings.ts'

type Stored = Settings['home_questions']
type Question = Stored[number] & { key: string }

const maxQuestions = 12

interface Props {
  start: Stored
  /** Called with the questions that have a text and an answer; others are not saved. */
  onChange: (questions: Stored) => void
}

/** Questions and answers of the home page, in their order. */
export function HomeQuestionsField({ start, onChange }: Props) {
  const { t } = useTranslation('schools')
  const [questions, setQuestions] = useState<Question[]>(() =>
    start.map((question) => ({ ...question, key: crypto.randomUUID() })),
  )
  const change = (next: Question[]) => {
    setQuestions(next)
    onChange(toStored(next))
  }
  const remove = (key: string) => {
    change(questions.filter((question) => question.key !== key))
    toastUndo(t('brand.questionRemoved'), { undo: () => change(questions) })
  }
  return (
    <Stack gap="md">
      <Heading />
      <SortableList
        items={questions}
        itemKey="key"
        label={({ question }) => question || t('brand.unnamedQuestion')}
        onReorder={change}
        renderItem={(question) => (
          <QuestionFields
            question={question}
            onChange={(part) =>
              change(questions.map((one) => (one.key === question.key ? { ...one, ...part } : one)))
            }
            onRemove={() => remove(question.key)}
          />
        )}
      />
      {questions.length < maxQuestions && (
        <AddButton
          onAdd={() => setQuestions([...questions, { key: crypto.randomUUID(), question: '', answer: '' }])}
        />
      )}
    </Stack>
  )
}

function Heading() {
  const { t } = useTranslation('schools')
  return (
    <div>
      <Title order={2} size="h3">
        {t('brand.questions')}
      </Title>
      <Text c="dimmed">{t('brand.questionsText')}</Text>
    </div>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('schools')
  return (
    <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
      {t('brand.addQuestion')}
    </Button>
  )
}

const toStored = (questions: readonly Question[]): Stored =>
  questions
    .map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() }))
    .filter(({ question, answer }) => question !== '' && answer !== '')

interface FieldsProps {
  question: Question
  onChange: (part: Partial<Question>) => void
  onRemove: () => void
}

function QuestionFields({ question: { key, question, answer }, onChange, onRemove }: FieldsProps) {
  const { t } = useTranslation('schools')
  return (
    <Stack gap="sm" py="xs">
      <TextField
        name={`${key}.question`}
        label={t('brand.question')}
        maxLength={200}
        value={question}
        onChange={(next) => onChange({ question: next })}
      />
      <TextArea
        name={`${key}.answer`}
        label={t('brand.answer')}
        maxLength={1_000}
        value={answer}
        onChange={(next) => onChange({ answer: next })}
      />
      <Group justify="flex-end">
        <IconButton
          label={t('brand.removeQuestion', { name: question || t('brand.unnamedQuestion') })}
          color="error"
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </Group>
    </Stack>
  )
}
