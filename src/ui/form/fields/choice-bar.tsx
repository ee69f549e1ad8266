import { useId } from 'react'
import classes from './choice-bar.module.css'

interface Props<Value extends string> {
  /** Accessible name of the group. */
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A few radio buttons side by side, small enough for the login page. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.bar}>
      <legend className="ly-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
