import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

interface Props extends ActionIconProps {
  /** Read by screen readers and shown on hover. */
  label: string
  children: ReactNode
}

type Native = Omit<ComponentPropsWithoutRef<'button'>, keyof Props>

/** A button with an icon and no text. */
export function IconButton({ label, children, ...rest }: Props & Native) {
  return (
    <Tooltip label={label}>
      <ActionIcon type="button" aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
