import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { FieldProps } from '../form-state.ts'

type Props = FieldProps<string> & Omit<PasswordInputProps, keyof FieldProps<string> | 'description'>

/** A password with a button that shows it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField({ hint, value, onChange, required, ...rest }: Props) {
  const { t } = useTranslation('ui')
  return (
    <PasswordInput
      {...rest}
      description={hint}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk={required ?? false}
      aria-required={required}
      visibilityToggleButtonProps={{
        'aria-label': t('form.showPassword'),
        tabIndex: 0,
        'aria-hidden': false,
      }}
    />
  )
}
