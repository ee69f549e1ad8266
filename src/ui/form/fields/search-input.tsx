import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface Props extends Omit<TextInputProps, 'type' | 'label' | 'aria-label' | 'leftSection' | 'onChange'> {
  label: string
  /** The label is shown inside the field while it is empty, and read by screen readers. */
  hasPlaceholderLabel?: boolean
  value: string
  onChange: (text: string) => void
}

/** A search in a list. */
export function SearchInput({ label, hasPlaceholderLabel = false, onChange, ...rest }: Props) {
  return (
    <TextInput
      maxLength={100}
      {...(hasPlaceholderLabel ? { 'aria-label': label, placeholder: label } : { label })}
      {...rest}
      type="search"
      leftSection={<IconSearch size={18} aria-hidden />}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
