import { useSyncExternalStore } from 'react'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ApiForm } from './use-api-form.ts'
import classes from './form-summary.module.css'

type Props = { form: Pick<ApiForm, 'errors' | 'failure' | 'refusals'> }

/** Errors of the whole form: the refusal, and links to the invalid fields. */
export function FormSummary({ form }: Props) {
  const { t } = useTranslation('ui')
  const { errorText } = useErrorText()
  const bad = Object.entries(form.errors)
  if (bad.length === 0 && !form.failure) return null
  const reason = form.failure && (bad.length === 0 || form.failure.code !== 'invalid_input')
  return (
    <div className={classes.summary} role="alert" tabIndex={-1} data-form-summary>
      <strong>{reason ? errorText(form.failure!) : t('form.mend', { count: bad.length })}</strong>
      {bad.length > 0 && (
        <ul className={classes.list}>
          {bad.map(([path, text]) => (
            <li key={path}>
              <button type="button" className={classes.link} onClick={() => focusField(path)}>
                <Label path={path} />
              </button>
              {': '}
              {text}
            </li>
          ))}
        </ul>
      )}
      {form.failure?.request_id && form.failure.status >= 500 && (
        <small>{t('error.id', { id: form.failure.request_id })}</small>
      )}
    </div>
  )
}

const fieldNamed = (path: string) => document.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)

function focusField(path: string) {
  const field = fieldNamed(path)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}

/** Label of an element that is no form control, such as the editor of a formatted text. */
const labelOfEditor = (field: HTMLElement | null) =>
  document.getElementById(field?.getAttribute('aria-labelledby') ?? '')?.textContent

const never = () => () => {}

/** Label of the field, or its path if it has none. */
function Label({ path }: { path: string }) {
  const label = () => {
    const field = fieldNamed(path) as HTMLInputElement | null
    // The first option of a group names the group.
    return field?.dataset.group ?? field?.labels?.[0]?.textContent ?? labelOfEditor(field)
  }
  const text = useSyncExternalStore(
    never,
    () => label()?.replace(/(?<!\s)\s*\*$/, '') || path,
    () => path,
  )
  return <>{text}</>
}
