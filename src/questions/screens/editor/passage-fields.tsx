import { Group, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import type { KeyOf, QuestionKey, SimpleBody, SimpleKey } from '#lib/questions/index.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
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
  const titleOf = (at: number) => t('passage.question', { number: at + 1 })
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
      <ol className={classes.subQuestions}>
        {questions.map((question, at) => (
          <li key={question.id}>
            <SubQuestionFields
              question={question}
              answers={answers.questions[question.id]}
              editing={editing}
              at={at}
              title={titleOf(at)}
              isOpen={opened === question.id}
            >
              <OrderButtons
                title={titleOf(at)}
                onMove={(to) => saveQuestions(moved(questions, at, to))}
                at={at}
                count={questions.length}
                onRemove={() => remove(question)}
              />
            </SubQuestionFields>
          </li>
        ))}
      </ol>
      <AddQuestion disabled={questions.length >= maxQuestions} onAdd={add} />
    </Stack>
  )
}

const moved = (questions: readonly SubQuestion[], from: number, to: number) =>
  questions.toSpliced(from, 1).toSpliced(to, 0, questions[from]!)

interface OrderProps {
  title: string
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves a question or removes it. The focus follows the question that moves. */
function OrderButtons({ title, at, count, onMove, onRemove }: OrderProps) {
  const { t } = useTranslation('kit')
  const buttons = useRef<HTMLDivElement>(null)
  const move = (to: number) => {
    onMove(to)
    const isUp = to < at
    requestAnimationFrame(() => {
      const usable = [...(buttons.current?.querySelectorAll<HTMLElement>('[data-step]:not(:disabled)') ?? [])]
      usable.at(isUp ? 0 : -1)?.focus()
    })
  }
  return (
    <Group ref={buttons} gap={2} wrap="nowrap">
      <IconButton
        data-step
        label={t('sort.up', { name: title })}
        color="gray"
        size="xl"
        disabled={at === 0}
        onClick={() => move(at - 1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        data-step
        label={t('sort.down', { name: title })}
        color="gray"
        size="xl"
        disabled={at === count - 1}
        onClick={() => move(at + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </IconButton>
      <RemoveButton name={title} size="xl" disabled={count === 1} onClick={onRemove} />
    </Group>
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
      <div>
        <AddButton disabled={disabled} onClick={() => onAdd(type)}>
          {t('passage.add')}
        </AddButton>
      </div>
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
  /** Buttons at the end. */
  children: ReactNode
}

function SubQuestionFields({ question, answers, editing, at, title, isOpen, children }: SubQuestionProps) {
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
            {children}
          </Group>
        </Stack>
      </div>
    </Disclosure>
  )
}
