import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { RegistrationQuestion } from './registration-answers.ts'

interface Props {
  question: RegistrationQuestion
  name: string
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** Loaded only if a school has questions: most registration pages need no select field. */
export default function QuestionField({ question, value, ...rest }: Props) {
  const { label, type, required, options, help } = question
  const common = { ...rest, label, required, hint: help || undefined }
  const text = typeof value === 'string' ? value : ''
  switch (type) {
    case 'long_text':
      return <TextArea {...common} value={text} maxLength={2_000} autosize minRows={3} />
    case 'choice':
      return (
        <SelectField
          {...common}
          value={text || null}
          choices={options.map((option) => ({ value: option, label: option }))}
          clearable={!required}
        />
      )
    case 'choices':
      return (
        <MultiSelectField
          {...common}
          value={Array.isArray(value) ? (value as string[]) : []}
          choices={options.map((option) => ({ value: option, label: option }))}
        />
      )
    case 'checkbox':
      return <CheckboxField {...common} value={value === true} />
    case 'number':
      return <TextField {...common} value={text} inputMode="decimal" maxLength={30} />
    case 'date':
      return <TextField {...common} value={text} type="date" />
    case 'text':
      return <TextField {...common} value={text} maxLength={200} />
  }
}
