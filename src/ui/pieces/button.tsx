import { Button as MantineButton, type ButtonProps } from '@mantine/core'
import { Link, type To } from 'react-router'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

type Native = Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>

/** `variant` filled (one per screen), `default`, `light`, `subtle`; `color="error"` for what removes something. */
export function Button(props: ButtonProps & Native & { children: ReactNode }) {
  return <MantineButton type="button" {...props} />
}

interface LinkProps extends ButtonProps {
  to: To
  children: ReactNode
  /** For public pages, which the app does not draw. */
  reloadDocument?: boolean
}

/** A link that looks like a button. */
export function LinkButton({ to, ...rest }: LinkProps) {
  return <MantineButton {...rest} renderRoot={(props: object) => <Link to={to} {...props} />} />
}
