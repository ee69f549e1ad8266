import { ColorPicker, ColorSwatch, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { FieldProps } from '../form-state.ts'
import classes from './color-field.module.css'

interface Props extends FieldProps<string> {
  swatches?: string[]
}

/**
 * A colour as `#rrggbb`, typed or picked. Mantine's own colour input leaves its sliders without accessible names.
 */
export function ColorField({ hint, required, swatches, value, onChange, ...rest }: Props) {
  const { t } = useTranslation('ui')
  const picker = (
    // Rendered beside its button, so that Tab reaches it and it stays within the landmarks.
    <Popover withinPortal={false} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.open ?? ''}
          aria-label={t('form.color.open')}
          disabled={rest.disabled ?? false}
        >
          <ColorSwatch color={value || 'transparent'} size={22} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('form.color.open')}>
        <ColorPicker
          format="hex"
          value={value}
          onChange={onChange}
          saturationLabel={t('form.color.saturation')}
          hueLabel={t('form.color.hue')}
          {...(swatches && { swatches })}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <TextInput
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      description={hint}
      withAsterisk={required ?? false}
      aria-required={required}
      leftSection={picker}
      leftSectionWidth={44}
      leftSectionPointerEvents="auto"
      maxLength={7}
      spellCheck={false}
      dir="ltr"
    />
  )
}
