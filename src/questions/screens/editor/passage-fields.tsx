import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { KeyOf, QuestionKey, SimpleBody, SimpleKey } from '#lib/questions/index.ts'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { plainText } from '#ui/questions/part-text.ts'
import { blankQuestion, newPartId, type SimpleType } from './blank-questions.ts'
import { FeedbackFields } from './fields/feedback-fields.tsx'
import { TypeFields } from './fields/type-fields.tsx'
import { AddButton } from './parts/add-button.tsx'
import { Disclosure } from './parts/disclosure.tsx'
import { RemoveButton } from './parts/remove-button.tsx'
import { bodyField, fieldAt, type Editing, type TypeFieldsProps } from './question-draft.ts'
import { QuestionTextField } from './question-text-field.tsx'
import { questionTypeList } from './type-list.ts'
import classes from './question-editor.module.css'

type Props = TypeFieldsProps<'passage'>
type SubQuestion = Props['body']['questions'][number]
const maxQuestions = 20

/** The questions about a text: each is edited in place, like a question of its own. */
export function PassageFields({ body, answers, editing }: Props) {
  const { t } = useTranslation(['question-editor', 'question-banks'])
  const [opened, setOpened] = useState<string | null>(body.questions[0]?.id ?? null)
  const { questions } = body
  const saveQuestions = bodyField<SubQuestion[]>(editing, 'questions', questions).onChange
  const saveKeys = (keys: KeyOf<'passage'>['questions']) => editing.set(`${editing.keyPath}.questions`, keys)
  const titleOf = (question: SubQuestion) =>
    t('passage.question', { number: questions.indexOf(question) + 1 })
  const add = (type: SimpleType) => {
    const id = newPartId()
    const { body: added, key } = blankQuestion(type)
    // A simple type has a simple body and key.
    saveQuestions([...questions, { id, weight: 1, body: added as SimpleBody }])
    saveKeys({ ...answers.questions, [id]: key as SimpleKey })
    setOpened(id)
  }
  const remove = (question: SubQuestion) => {
    const { [question.id]: _old, ...others } = answers.questions
    saveQuestions(questions.filter(({ id }) => id !== question.id))
    saveKeys(others)
  }
  return (
    <Stack gap="lg">
      <SortableList
        items={questions}
        itemKey="id"
        label={titleOf}
        onReorder={saveQuestions}
        renderItem={(question, at) => (
          <SubQuestionFields
            question={question}
            answers={answers.questions[question.id]}
            editing={editing}
            at={at}
            title={titleOf(question)}
            isOpen={opened === question.id}
            onRemove={questions.length > 1 ? () => remove(question) : null}
          />
        )}
      />
      <AddQuestion disabled={questions.length >= maxQuestions} onAdd={add} />
    </Stack>
  )
}

function AddQuestion({ disabled, onAdd }: { disabled: boolean; onAdd: (type: SimpleType) => void }) {
  const { t } = useTranslation(['question-editor', 'question-banks'])
  const [type, setType] = useState<SimpleType>('single_choice')
  const types = questionTypeList.filter((one): one is SimpleType => one !== 'passage')
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelectField
        label={t('passage.type')}
        value={type}
        onChange={(next) => setType(next as SimpleType)}
        choices={types.map((value) => ({ value, label: t(`question-banks:types.${value}`) }))}
        className={classes.grow ?? ''}
      />
      <AddButton disabled={disabled} onClick={() => onAdd(type)}>
        {t('passage.add')}
      </AddButton>
    </Group>
  )
}

interface SubQuestionProps {
  question: SubQuestion
  answers: QuestionKey | undefined
  editing: Editing
  at: number
  title: string
  isOpen: boolean
  onRemove: (() => void) | null
}

function SubQuestionFields({ question, answers, editing, at, title, isOpen, onRemove }: SubQuestionProps) {
  const { t } = useTranslation(['question-editor', 'question-banks', 'questions'])
  const path = `${editing.bodyPath}.questions.${at}`
  const own: Editing = {
    ...editing,
    bodyPath: `${path}.body`,
    keyPath: `${editing.keyPath}.questions.${question.id}`,
  }
  const hasErrors = Object.keys(editing.errors).some(
    (field) => field.startsWith(`${path}.`) || field.startsWith(`${own.keyPath}.`),
  )
  if (!answers) return null
  const { body } = question
  const begin = plainText(body.text).slice(0, 60)
  const type = t(`question-banks:types.${body.type}`)
  return (
    <Disclosure
      title={[title, type, begin].filter(Boolean).join(' · ')}
      isOpen={isOpen}
      hasErrors={hasErrors}
    >
      <div role="group" aria-label={title}>
        <Stack gap="lg">
          <QuestionTextField body={body} answers={answers} editing={own} />
          <TypeFields body={body} answers={answers} editing={own} />
          {'feedback' in answers && (
            <Disclosure title={t('feedback.open')}>
              <FeedbackFields answers={answers} editing={own} />
            </Disclosure>
          )}
          <Group gap="sm" align="flex-end">
            <NumberField
              {...fieldAt<number | null>(editing, `${path}.weight`, question.weight)}
              label={t('passage.weight')}
              hint={t('passage.weightHint')}
              min={1}
              max={100}
              className={classes.grow ?? ''}
            />
            <RemoveButton name={title} size="xl" disabled={onRemove === null} onClick={() => onRemove?.()} />
          </Group>
        </Stack>
      </div>
    </Disclosure>
  )
}
