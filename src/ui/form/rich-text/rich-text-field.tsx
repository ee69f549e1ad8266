import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'
import type { FieldProps } from '../form-state.ts'

const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then((module) => ({ default: module.RichTextEditor })),
)

interface Props extends FieldProps<string> {
  placeholder?: string
  minHeight?: number
  /** Offers bold, italic, lists and links only, for short texts. */
  simple?: boolean
}

/** Text with headings, lists, links and code. The editor loads when it first appears. */
export function RichTextField({
  label,
  hint,
  error,
  required,
  value,
  onChange,
  disabled,
  placeholder,
  name,
  minHeight = 180,
  simple = false,
}: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={hint}
      error={error}
      withAsterisk={required ?? false}
      size="md"
    >
      <Suspense fallback={<Skeleton height={minHeight + 55} mt={4} data-arriving="" />}>
        <RichTextEditor
          value={value}
          onChange={onChange}
          labelledBy={`${id}-label`}
          invalid={Boolean(error)}
          disabled={disabled ?? false}
          minHeight={minHeight}
          simple={simple}
          {...(error ? { describedBy: `${id}-error` } : {})}
          {...(placeholder && { placeholder })}
          {...(name && { name })}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
