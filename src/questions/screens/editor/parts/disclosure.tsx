import { Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import classes from '../question-editor.module.css'

interface Props {
  title: string
  /** Open when it first appears. */
  isOpen?: boolean
  /** Opens when errors appear inside; it stays open when they are corrected. */
  hasErrors?: boolean
  children: ReactNode
}

/** Fields that few questions need. */
export function Disclosure({ title, isOpen = false, hasErrors = false, children }: Props) {
  const [open, setOpen] = useState(isOpen)
  const [hadErrors, setHadErrors] = useState(false)
  if (hasErrors !== hadErrors) {
    setHadErrors(hasErrors)
    if (hasErrors) setOpen(true)
  }
  return (
    <details className={classes.details} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <Stack gap="md" mt="sm">
        {children}
      </Stack>
    </details>
  )
}
