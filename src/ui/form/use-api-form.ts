import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import type { BaseRoute } from '#platform/contract/route.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { valueAt, withValueAt } from './form-state.ts'
import type { Rule } from './rules.ts'

type Values = Record<string, unknown>
export type FieldErrors = Record<string, string>

interface Options<R extends BaseRoute, V extends Values> {
  contract: R
  initialValues: V
  rules?: { [Path in string]?: Rule }
  /** Converts the values to the input of the route; absent, the values are the input. */
  input?: (values: V) => ApiInput<R>
  onDone?: (answer: ApiReply<R>, values: V) => void | Promise<void>
  /** Handles a refusal and returns true, instead of showing it above the form. */
  onRefused?: (error: ApiError, values: V) => boolean | void
}

/** Type of the value at the path `a.0.b`. */
type At<V, Path extends string> = Path extends keyof V
  ? V[Path]
  : Path extends `${infer Key}.${infer Rest}`
    ? Key extends keyof V
      ? At<V[Key], Rest>
      : V extends readonly (infer Item)[]
        ? At<Item, Rest>
        : never
    : never

export interface ApiForm<V extends Values = Values> {
  values: V
  setValues: (change: Partial<V> | ((values: V) => V)) => void
  set: (path: string, value: unknown) => void
  /** Errors of fields by path, as translated text. */
  errors: FieldErrors
  /** Error of the whole form; fields have their own errors. */
  failure: ApiError | null
  isSubmitting: boolean
  isDirty: boolean
  submit: () => Promise<void>
  reset: (values?: V) => void
  /** Number of failed submits; the summary and the first invalid field take the focus when it changes. */
  refusals: number
  field: <Path extends string>(path: Path) => FieldBinding<At<V, Path>>
  toggle: (path: string) => FieldBinding<boolean>
}

interface FieldBinding<Value> {
  name: string
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

/** A form that sends the input of a contract and shows each refusal at its field. */
export function useApiForm<R extends BaseRoute, V extends Values>(options: Options<R, V>): ApiForm<V> {
  const [start, setStart] = useState(options.initialValues)
  const [values, change] = useState(options.initialValues)
  const { errors, failure, refusals, ...problems } = useFormProblems()
  const { submit, isSubmitting } = useSubmit(options, values, {
    ...problems,
    onSaved: () => setStart(values),
  })
  const set = (path: string, value: unknown) => {
    change((current) => withValueAt(current, path, value))
    problems.clearField(path)
  }
  useTypedBefore(values, set)

  const bind = (path: string): FieldBinding<unknown> => ({
    name: path,
    value: valueAt(values, path),
    error: errors[path],
    onChange: (value) => set(path, value),
  })
  return {
    values,
    set,
    errors,
    failure,
    isSubmitting,
    refusals,
    submit,
    isDirty: JSON.stringify(values) !== JSON.stringify(start),
    setValues: (next) => change(typeof next === 'function' ? next : (current) => ({ ...current, ...next })),
    reset(next = start) {
      change(next)
      setStart(next)
      problems.clear()
    },
    field: bind as ApiForm<V>['field'],
    toggle: (path) => ({ ...bind(path), value: Boolean(valueAt(values, path)) }),
  }
}

/** Errors of the fields and of the whole form. */
function useFormProblems() {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [refusals, setRefusals] = useState(0)
  return {
    errors,
    failure,
    refusals,
    refuse(found: FieldErrors, error: ApiError | null) {
      setErrors(found)
      setFailure(error)
      setRefusals((count) => count + 1)
    },
    clear() {
      setErrors({})
      setFailure(null)
    },
    clearField: (path: string) => setErrors(({ [path]: _mended, ...rest }) => rest),
  }
}

interface SubmitHandlers extends Pick<ReturnType<typeof useFormProblems>, 'refuse' | 'clear'> {
  onSaved: () => void
}

/** Sends the values once at a time. A repeated attempt after a lost answer has the same idempotency key. */
function useSubmit<R extends BaseRoute, V extends Values>(
  options: Options<R, V>,
  values: V,
  { refuse, clear, onSaved }: SubmitHandlers,
) {
  const [isSubmitting, setSubmitting] = useState(false)
  const busy = useRef(false)
  const attempt = useRef<{ body: string; key: string } | null>(null)
  const { fieldErrorText } = useErrorText()

  const submit = async () => {
    if (busy.current) return
    const broken = brokenRules(options.rules ?? {}, values, (code) => fieldErrorText(code, code))
    if (Object.keys(broken).length > 0) return refuse(broken, null)
    busy.current = true
    setSubmitting(true)
    try {
      const input = options.input ? options.input(values) : (values as unknown as ApiInput<R>)
      const answer = await api(options.contract, input, { idempotencyKey: keyFor(attempt, input) })
      attempt.current = null
      clear()
      onSaved()
      await options.onDone?.(answer, values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // If the answer was lost, the next submit repeats this attempt; otherwise it is a new one.
      if (error.status !== 0 && error.status < 500) attempt.current = null
      if (options.onRefused?.(error, values)) return
      refuse(fieldErrorsOf(error, fieldErrorText), error)
    } finally {
      busy.current = false
      setSubmitting(false)
    }
  }
  return { submit, isSubmitting }
}

const never = () => () => {}

/**
 * Text that was typed, or filled in by the browser, before hydration exists in the DOM only. Without this the
 * first render would erase it.
 */
function useTypedBefore(values: Values, set: (path: string, value: string) => void) {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const first = useRef({ values, set, hydrating })
  useLayoutEffect(() => {
    // Later the fields contain rendered values, and other forms may have fields of the same names.
    if (!first.current.hydrating) return
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input[name], textarea[name]',
    )
    for (const { name, type, value } of fields) {
      const initialValue = valueAt(first.current.values, name)
      const isText = !['radio', 'checkbox', 'hidden', 'file'].includes(type)
      if (isText && typeof initialValue === 'string' && initialValue !== value) first.current.set(name, value)
    }
  }, [])
}

function brokenRules(
  rules: { [path: string]: Rule | undefined },
  values: Values,
  word: (code: string) => string,
) {
  const broken: FieldErrors = {}
  for (const [path, rule] of Object.entries(rules)) {
    const code = rule?.(valueAt(values, path), values)
    if (code) broken[path] = word(code)
  }
  return broken
}

function fieldErrorsOf(error: ApiError, word: (code: string, otherwise: string) => string) {
  return Object.fromEntries(error.errors.map(({ path, code, message }) => [path, word(code, message)]))
}

/** Returns the same idempotency key while the body is unchanged. */
function keyFor(attempt: { current: { body: string; key: string } | null }, input: unknown) {
  const body = JSON.stringify(input)
  if (attempt.current?.body !== body) attempt.current = { body, key: crypto.randomUUID() }
  return attempt.current.key
}
