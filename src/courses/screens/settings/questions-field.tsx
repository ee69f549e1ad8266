import { Group, Input, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FieldProps } from '#ui/form/form-state.ts'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { SettingsValues } from './settings-values.ts'
import classes from './settings.module.css'

type Questions = SettingsValues['course_questions']
type Props = Pick<FieldProps<Questions>, 'value' | 'onChange' | 'error'>

/** Questions and answers on the landing page. */
export function QuestionsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('courses')
  return (
    <Input.Wrapper
      label={t('fields.course_questions')}
      description={t('hints.course_questions')}
      labelElement="div"
      error={error}
      size="md"
    >
      <Stack gap="sm" mt={4}>
        {value.map((question, index) => (
          <QuestionFields
            // A question has no id; it is identified by its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            question={question}
            onChange={(part) => onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))}
            onRemove={() => onChange(value.toSpliced(index, 1))}
          />
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          disabled={value.length >= 12}
          onClick={() => onChange([...value, { question: '', answer: '' }])}
        >
          {t('questions.add')}
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}

interface FieldsProps {
  question: Questions[number]
  onChange: (part: Partial<Questions[number]>) => void
  onRemove: () => void
}

function QuestionFields({ question: { question, answer }, onChange, onRemove }: FieldsProps) {
  const { t } = useTranslation('courses')
  return (
    <Stack gap="sm" className={classes.review ?? ''}>
      <Group align="flex-end" wrap="nowrap" gap="sm">
        <TextField
          label={t('questions.question')}
          flex={1}
          maxLength={200}
          value={question}
          onChange={(next) => onChange({ question: next })}
        />
        <IconButton
          label={t('questions.remove', { question })}
          color="error"
          size="input-md"
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </Group>
      <TextArea
        label={t('questions.answer')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={answer}
        onChange={(next) => onChange({ answer: next })}
      />
    </Stack>
  )
}
