import { Group, Text } from '@mantine/core'
import { useId } from 'react'
import { readNumber, splitUnit } from '#lib/questions/numbers/read-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { countWords } from '../part-text.ts'
import type { AnswerInputProps } from '../question-props.ts'
import classes from '../questions.module.css'

export function ShortTextInput({
  body,
  answer,
  onChange,
  textId,
  isReadOnly,
}: AnswerInputProps<'short_text'>) {
  const { t } = useTranslation('questions')
  return (
    <TextField
      label={t('yourAnswer')}
      aria-describedby={textId}
      dir="auto"
      autoComplete="off"
      maxLength={body.max_length}
      value={answer?.text ?? ''}
      onChange={(text) => onChange({ type: 'short_text', text })}
      disabled={isReadOnly}
    />
  )
}

/** A number as the student writes it, with a unit if the question asks for one. */
export function NumericInput(props: AnswerInputProps<'number'> | AnswerInputProps<'calculated'>) {
  const { body, answer, textId, isReadOnly } = props
  const { t } = useTranslation('questions')
  const { text, unit } = answer ?? { text: '', unit: '' }
  const change = (part: { text?: string; unit?: string }) =>
    (props.onChange as (next: object) => void)({ type: body.type, text, unit, ...part })
  return (
    <div>
      <Group align="flex-end" gap="sm" className={classes.number ?? ''}>
        <TextField
          label={t('yourNumber')}
          aria-describedby={textId}
          dir="ltr"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(next) => change({ text: next })}
          disabled={isReadOnly}
        />
        <UnitField
          body={body}
          value={unit}
          onChange={(next) => change({ unit: next })}
          isReadOnly={isReadOnly}
        />
      </Group>
      <Reading text={body.unit_input === 'typed' ? splitUnit(text).number : text} />
    </div>
  )
}

interface UnitFieldProps {
  body: AnswerInputProps<'number'>['body'] | AnswerInputProps<'calculated'>['body']
  value: string
  onChange: (unit: string) => void
  isReadOnly: boolean
}

function UnitField({ body, value, onChange, isReadOnly }: UnitFieldProps) {
  const { t } = useTranslation('questions')
  const field = { label: t('unit'), value, onChange, disabled: isReadOnly }
  const units = body.units.map((unit) => ({ value: unit, label: unit }))
  if (body.unit_input === 'select')
    return <NativeSelectField {...field} choices={[{ value: '', label: t('choose') }, ...units]} />
  return body.unit_input === 'typed' ? <TextField {...field} autoComplete="off" maxLength={30} /> : null
}

/** How the grader reads the number: «1,5» is 1.5. */
function Reading({ text }: { text: string }) {
  const { t } = useTranslation('questions')
  const [first, second] = readNumber(text)
  const isEmpty = text.trim() === ''
  return (
    <Text size="sm" c="dimmed" mt="xs" role="status">
      {!isEmpty && first === undefined && t('reading.none')}
      {first !== undefined && second === undefined && t('reading.one', { number: first })}
      {second !== undefined && t('reading.two', { first, second })}
    </Text>
  )
}

export function EssayInput({ body, answer, onChange, textId, isReadOnly }: AnswerInputProps<'essay'>) {
  const { t } = useTranslation('questions')
  const hintId = useId()
  const text = answer?.text ?? ''
  const change = (next: string) => onChange({ type: 'essay', text: next })
  const words = countWords(text)
  return (
    <div>
      {body.is_rich ? (
        <RichTextField label={t('yourAnswer')} value={text} onChange={change} disabled={isReadOnly} simple />
      ) : (
        <TextArea
          label={t('yourAnswer')}
          aria-describedby={`${textId} ${hintId}`}
          dir="auto"
          autosize
          minRows={6}
          maxRows={24}
          maxLength={90_000}
          value={text}
          onChange={change}
          disabled={isReadOnly}
        />
      )}
      <Text id={hintId} size="sm" c="dimmed" mt="xs">
        {t('words.count', { number: words })} {wordLimits(t, body)}
      </Text>
    </div>
  )
}

type T = ReturnType<typeof useTranslation<'questions'>>['t']

function wordLimits(t: T, { min_words, max_words }: { min_words: number; max_words: number }) {
  if (min_words && max_words) return t('words.between', { min: min_words, max: max_words })
  if (min_words) return t('words.min', { min: min_words })
  return max_words ? t('words.max', { max: max_words }) : ''
}
