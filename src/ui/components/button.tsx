import { Button as MantineButton, type ButtonProps } from '@mantine/core'
import { Link, type To } from 'react-router'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

type Native = Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>

/** `variant` filled (one per screen), `default`, `light`, `subtle`; `color="error"` for what removes something. */
export function Button(props: ButtonProps & Native & { children: ReactNode }) {
  const { loading = false, disabled = false } = props
  const busy = loading && !disabled && { renderRoot: asBusy }
  return <MantineButton type="button" {...props} {...busy} />
}

/**
 * A button at work takes no second press but keeps the focus, which a browser takes away from one that is disabled.
 * Refusing the press also keeps Enter in a field from sending its form again.
 */
const asBusy = (props: object) => (
  <button {...props} disabled={false} aria-disabled onClick={(event) => event.preventDefault()} />
)

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
