import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Link } from 'react-router'

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

/** A link to another page, with an icon and no text. */
export function IconLink({ label, to, children, ...rest }: Props & { to: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} renderRoot={(props: object) => <Link to={to} {...props} />} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
