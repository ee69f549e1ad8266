import { Input, Rating } from '@mantine/core'
import '@mantine/core/styles/Rating.layer.css'
import { useId } from 'react'
import type { FieldProps } from '../form-state.ts'

interface Props extends FieldProps<number | null> {
  /** Text of a number of stars for screen readers. */
  labelOf: (stars: number) => string
}

/** A rating of one to five stars, as radio buttons. */
export function StarsField({ label, hint, error, value, onChange, labelOf }: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={hint}
      error={error}
      size="md"
    >
      <Rating
        size="xl"
        mt={4}
        value={value ?? 0}
        onChange={onChange}
        getSymbolLabel={labelOf}
        aria-labelledby={id}
        color="accent"
      />
    </Input.Wrapper>
  )
}
