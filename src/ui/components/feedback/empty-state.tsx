import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './states.module.css'

interface Props {
  icon?: ReactNode
  /** What the list would contain. */
  title: string
  /** Why it is empty, and what will appear here. */
  text?: ReactNode
  /** The one action that fills it. */
  action?: ReactNode
  order?: 2 | 3
}

/** Message of an empty list with its reason and one action. */
export function EmptyState({ icon, title, text, action, order = 2 }: Props) {
  return (
    <Stack className={classes.state ?? ''} align="center" gap="sm">
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Title order={order} size="h3" ta="center">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" ta="center" maw="28rem">
          {text}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
