import { Box, Group, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Static } from 'typebox'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { RegistrationField } from '../../contract.ts'

export type RegistrationQuestion = Static<typeof RegistrationField>

const types = ['text', 'long_text', 'number', 'date', 'choice', 'choices', 'checkbox'] as const
const roles = ['student', 'teacher', 'admin'] as const
const offers = (type: RegistrationQuestion['type']) => type === 'choice' || type === 'choices'
const maxQuestions = 20

/** Whether the server would accept the question; an incomplete question is not saved. */
export const isValidQuestion = ({ label, type, options }: RegistrationQuestion) =>
  label.trim() !== '' && (!offers(type) || choicesIn(options).length >= 2)

/** Options without blank or repeated lines, which occur while typing. */
const choicesIn = (lines: readonly string[]) => [...new Set(lines.map((line) => line.trim()).filter(Boolean))]

/** The stored form of a question. */
export const toStoredQuestion = (question: RegistrationQuestion): RegistrationQuestion => ({
  ...question,
  label: question.label.trim(),
  ...(question.help !== undefined && { help: question.help.trim() }),
  options: offers(question.type) ? choicesIn(question.options) : [],
})

/** A new question. Its key never changes, because answers refer to it. */
const newQuestion = (taken: readonly RegistrationQuestion[]): RegistrationQuestion => {
  const keys = new Set(taken.map(({ key }) => key))
  let number = taken.length + 1
  while (keys.has(`question_${number}`)) number++
  return { key: `question_${number}`, label: '', type: 'text', required: false, options: [] }
}

interface Props {
  questions: RegistrationQuestion[]
  onChange: (questions: RegistrationQuestion[]) => void
}

export function RegistrationQuestions({ questions, onChange }: Props) {
  const { t } = useTranslation('schools')
  const change = (key: string, part: Partial<RegistrationQuestion>) =>
    onChange(questions.map((question) => (question.key === key ? { ...question, ...part } : question)))
  const remove = (key: string) => {
    onChange(questions.filter((question) => question.key !== key))
    toastUndo(t('registration.removed'), { undo: () => onChange(questions) })
  }
  return (
    <Stack gap="md">
      <SortableList
        items={questions}
        itemKey="key"
        label={({ label }) => label || t('registration.unnamed')}
        onReorder={onChange}
        renderItem={(question) => (
          <QuestionFields
            question={question}
            onChange={(part) => change(question.key, part)}
            onRemove={() => remove(question.key)}
          />
        )}
      />
      {questions.length < maxQuestions && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange([...questions, newQuestion(questions)])}
        >
          {t('registration.add')}
        </Button>
      )}
    </Stack>
  )
}

interface FieldsProps {
  question: RegistrationQuestion
  onChange: (part: Partial<RegistrationQuestion>) => void
  onRemove: () => void
}

function QuestionFields({ question, onChange, onRemove }: FieldsProps) {
  const { t } = useTranslation('schools')
  const { fieldErrorText } = useErrorText()
  const roleName = useRoleName()
  const { label, type, required, options, key, help = '', roles: questionRoles = ['student'] } = question
  const named = label || t('registration.unnamed')
  return (
    <Stack gap="sm" py="xs">
      <Group align="flex-start" gap="sm">
        <Box flex="1 1 14rem">
          <TextField
            name={`${key}.label`}
            label={t('registration.label')}
            maxLength={80}
            value={label}
            onChange={(next) => onChange({ label: next })}
            error={label.trim() === '' ? fieldErrorText('required', '') : undefined}
          />
        </Box>
        <Box flex="0 1 12rem">
          <SelectField
            name={`${key}.type`}
            label={t('registration.type')}
            choices={types.map((value) => ({ value, label: t(`registration.types.${value}`) }))}
            allowDeselect={false}
            value={type}
            onChange={(next) =>
              onChange({
                type: next as RegistrationQuestion['type'],
                ...(!offers(next as RegistrationQuestion['type']) && { options: [] }),
              })
            }
          />
        </Box>
      </Group>
      <Group align="flex-start" gap="sm">
        <Box flex="1 1 14rem">
          <TextField
            name={`${key}.help`}
            label={t('registration.help')}
            maxLength={200}
            value={help}
            onChange={(next) => onChange({ help: next })}
          />
        </Box>
        <Box flex="0 1 12rem">
          <MultiSelectField
            name={`${key}.roles`}
            label={t('registration.roles')}
            choices={roles.map((value) => ({ value, label: roleName(value) }))}
            value={questionRoles}
            onChange={(next) => onChange({ roles: next as typeof questionRoles })}
          />
        </Box>
      </Group>
      {offers(type) && (
        <TextArea
          name={`${key}.options`}
          label={t('registration.options')}
          hint={t('registration.optionsHint')}
          autosize
          minRows={2}
          value={options.join('\n')}
          onChange={(text) => onChange({ options: text.split('\n').slice(0, 50) })}
          error={choicesIn(options).length < 2 ? t('registration.twoOptions') : undefined}
        />
      )}
      <Group justify="space-between">
        <CheckboxField
          name={`${key}.required`}
          label={t('registration.required')}
          value={required}
          onChange={(next) => onChange({ required: next })}
        />
        <IconButton label={t('registration.remove', { name: named })} color="error" onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </Group>
    </Stack>
  )
}
