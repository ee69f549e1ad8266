import { Group, Text } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { AnswerInputProps } from '../question-props.ts'
import classes from '../questions.module.css'

/** A value between two bounds: by slider, or as a number. */
export function SliderInput({ body, answer, onChange, isReadOnly, textId }: AnswerInputProps<'slider'>) {
  const { t } = useTranslation('questions')
  const value = answer?.value ?? null
  const change = (next: string) => onChange({ type: 'slider', value: next === '' ? null : next })
  const withUnit = (text: string) => (body.unit ? `${text} ${body.unit}` : text)
  const middle = String((Number(body.minimum) + Number(body.maximum)) / 2)
  const current = value === null || Number.isNaN(Number(value)) ? middle : value
  return (
    <div>
      <input
        type="range"
        className={classes.slider}
        data-open={value === null || undefined}
        dir="ltr"
        min={body.minimum}
        max={body.maximum}
        step={body.step}
        value={current}
        aria-labelledby={textId}
        aria-valuetext={value === null ? t('notAnswered') : withUnit(current)}
        disabled={isReadOnly}
        onChange={(event) => change(event.currentTarget.value)}
        // A click on the middle changes nothing, but answers.
        onClick={(event) => value === null && change(event.currentTarget.value)}
      />
      <Group justify="space-between" dir="ltr">
        <Text size="sm">{withUnit(body.minimum)}</Text>
        <Text size="sm">{withUnit(body.maximum)}</Text>
      </Group>
      <ValueField value={value ?? ''} unit={body.unit} onChange={change} {...{ textId, isReadOnly }} />
    </div>
  )
}

interface ValueFieldProps {
  value: string
  unit: string
  onChange: (value: string) => void
  textId: string
  isReadOnly: boolean
}

function ValueField({ value, unit, onChange, textId, isReadOnly }: ValueFieldProps) {
  const { t } = useTranslation('questions')
  return (
    <TextField
      className={classes.sliderNumber ?? ''}
      label={unit ? t('valueIn', { unit }) : t('yourNumber')}
      aria-describedby={textId}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={value}
      onChange={onChange}
      disabled={isReadOnly}
    />
  )
}
