import { Checkbox, Radio, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AnswerInputProps } from '../question-props.ts'
import { PartText } from '../question-text.tsx'
import classes from '../questions.module.css'

interface RadioListProps {
  labelledBy: string
  options: readonly { value: string; label: ReactNode }[]
  value: string | null
  onChange: (value: string) => void
  isReadOnly: boolean
}

/** One choice of several, as radio buttons. */
export function RadioList({ labelledBy, options, value, onChange, isReadOnly }: RadioListProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={classes.options}>
      {options.map((option) => (
        <Radio
          key={option.value}
          className={classes.option ?? ''}
          name={name}
          label={option.label}
          value={option.value}
          checked={option.value === value}
          disabled={isReadOnly}
          onChange={() => onChange(option.value)}
        />
      ))}
    </div>
  )
}

export function SingleChoiceInput(props: AnswerInputProps<'single_choice'>) {
  const { body, answer, onChange, textId, isReadOnly } = props
  return (
    <RadioList
      labelledBy={textId}
      options={body.options.map(({ id, text }) => ({
        value: id,
        label: <PartText html={text} />,
      }))}
      value={answer?.selected ?? null}
      onChange={(selected) => onChange({ type: 'single_choice', selected })}
      isReadOnly={isReadOnly}
    />
  )
}

export function TrueFalseInput({ answer, onChange, textId, isReadOnly }: AnswerInputProps<'true_false'>) {
  const { t } = useTranslation('questions')
  const value = answer?.value ?? null
  return (
    <RadioList
      labelledBy={textId}
      options={[
        { value: 'true', label: t('true') },
        { value: 'false', label: t('false') },
      ]}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange({ type: 'true_false', value: chosen === 'true' })}
      isReadOnly={isReadOnly}
    />
  )
}

interface CheckboxListProps {
  options: readonly { value: string; label: ReactNode }[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  isReadOnly: boolean
  /** Further options cannot be chosen beyond this number. */
  max?: number
}

/** Several choices, as checkboxes. */
export function CheckboxList({ options, selected, onChange, isReadOnly, max = Infinity }: CheckboxListProps) {
  const toggle = (value: string, isChecked: boolean) => {
    const rest = selected.filter((one) => one !== value)
    onChange(isChecked ? [...rest, value] : rest)
  }
  return (
    <div className={classes.options}>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          className={classes.option ?? ''}
          label={label}
          checked={selected.includes(value)}
          disabled={isReadOnly || (selected.length >= max && !selected.includes(value))}
          onChange={(event) => toggle(value, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}

export function MultipleChoiceInput(props: AnswerInputProps<'multiple_choice'>) {
  const { body, answer, onChange, isReadOnly } = props
  const { t } = useTranslation('questions')
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('chooseAll')}
      </Text>
      <CheckboxList
        options={body.options.map(({ id, text }) => ({
          value: id,
          label: <PartText html={text} />,
        }))}
        selected={answer?.selected ?? []}
        onChange={(selected) => onChange({ type: 'multiple_choice', selected })}
        isReadOnly={isReadOnly}
      />
    </>
  )
}
