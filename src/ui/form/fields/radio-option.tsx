import { Radio, type RadioProps } from '@mantine/core'

interface Props extends Omit<RadioProps, 'checked' | 'onChange' | 'value'> {
  isChosen: boolean
  onChoose: () => void
}

/** One radio button of a group whose options contain other fields. All of the group have the same `name`. */
export function RadioOption({ isChosen, onChoose, error, ...rest }: Props) {
  return (
    <Radio
      {...rest}
      error={error}
      checked={isChosen}
      onChange={onChoose}
      aria-invalid={error ? true : undefined}
    />
  )
}
