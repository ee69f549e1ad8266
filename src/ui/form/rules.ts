/** Returns the error code of an invalid value (translated under `fieldErrors`), or null. */
export type Rule<Value = unknown, Values = Record<string, unknown>> = (
  value: Value,
  values: Values,
) => string | null

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

export const required = (): Rule => (value) => (isBlank(value) ? 'required' : null)

export const email = (): Rule => (value) =>
  isBlank(value) || /^[^\s@]+@[^\s@]+$/.test(String(value)) ? null : 'email'

export const maxLength =
  (length: number): Rule =>
  (value) =>
    typeof value === 'string' && value.length > length ? 'too_long' : null

export const minLength =
  (length: number): Rule =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length < length ? 'too_short' : null

/** For a value that must be typed twice. */
export const matchesField =
  (field: string): Rule =>
  (value, values) =>
    value === values[field] ? null : 'not_same'

/** Returns the error of the first rule that fails. */
export const allRules =
  (...rules: Rule[]): Rule =>
  (value, values) => {
    for (const rule of rules) {
      const broken = rule(value, values)
      if (broken) return broken
    }
    return null
  }
