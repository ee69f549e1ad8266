import { Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLeaveWarning } from './use-leave-warning.ts'
import type { ApiForm } from './use-api-form.ts'

interface Props {
  form: Pick<ApiForm, 'submit' | 'refusals' | 'errors' | 'isDirty' | 'isSubmitting'>
  children: ReactNode
  /** Space between the fields. */
  gap?: string
  /** Warns before the page is left with unsaved changes. */
  warnOnLeave?: boolean
  label?: string
}

/** Submits on Enter and by button; after a refusal, focuses the first invalid field. */
export function Form({ form, children, gap = 'lg', warnOnLeave = false, label }: Props) {
  const element = useRef<HTMLFormElement>(null)
  useLeaveWarning(warnOnLeave && form.isDirty && !form.isSubmitting)
  useEffect(() => {
    if (form.refusals > 0) focusFirstBad(element.current)
  }, [form.refusals])
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void form.submit()
      }}
    >
      <Stack gap={gap}>{children}</Stack>
    </form>
  )
}

function focusFirstBad(form: HTMLFormElement | null) {
  const bad = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-bad] button, [data-bad] input')
  const target = bad ?? form?.querySelector<HTMLElement>('[data-form-summary]')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}
