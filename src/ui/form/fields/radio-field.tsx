import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldProps } from '../form-state.ts'

interface Props extends FieldProps<string> {
  choices: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
}

/** A choice of one option, with all options visible. */
export function RadioField({ choices, hint, required, name, error, ...rest }: Props) {
  return (
    <Radio.Group
      {...rest}
      size="md"
      {...(name && { name })}
      description={hint}
      withAsterisk={required ?? false}
      error={error}
    >
      <Stack gap="sm" mt="xs">
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            description={choice.hint}
            disabled={choice.disabled ?? false}
            aria-invalid={error ? true : undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
