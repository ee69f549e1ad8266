import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import type { ApiForm } from './use-api-form.ts'

interface Props extends ButtonProps {
  form: Pick<ApiForm, 'isSubmitting'>
  children: ReactNode
}

/** Submits the form. Ignores clicks while the request runs. */
export function SubmitButton({ form, children, ...rest }: Props) {
  return (
    <Button type="submit" loading={form.isSubmitting} {...rest}>
      {children}
    </Button>
  )
}
