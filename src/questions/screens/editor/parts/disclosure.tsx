import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../question-editor.module.css'

interface Props {
  title: string
  /** Open when it first appears. */
  isOpen?: boolean
  children: ReactNode
}

/** Fields that few questions need. */
export function Disclosure({ title, isOpen = false, children }: Props) {
  return (
    <details className={classes.details} open={isOpen}>
      <summary>{title}</summary>
      <Stack gap="md" mt="sm">
        {children}
      </Stack>
    </details>
  )
}
