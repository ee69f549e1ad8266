import { Button as MantineButton, type ButtonProps } from '@mantine/core'
import { Link, type To } from 'react-router'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

type Native = Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>

/**
 * `variant`: filled (one per screen), `default`, `light` or `subtle`; `color="error"` for destructive actions.
 */
export function Button(props: ButtonProps & Native & { children: ReactNode }) {
  const { loading = false, disabled = false } = props
  const busy = loading && !disabled && { renderRoot: asBusy }
  return <MantineButton type="button" {...props} {...busy} />
}

/**
 * A busy button ignores clicks but is not disabled, because browsers remove the focus from disabled buttons.
 * Ignoring the click also prevents Enter in a field from submitting the form twice.
 */
const asBusy = (props: object) => (
  <button {...props} disabled={false} aria-disabled onClick={(event) => event.preventDefault()} />
)

type NativeLink = Omit<ComponentPropsWithoutRef<'a'>, keyof ButtonProps>

/** A link to a file or to another site, styled as a button. */
export function AnchorButton(props: ButtonProps & NativeLink & { href: string; children: ReactNode }) {
  return <MantineButton component="a" {...props} />
}

interface LinkProps extends ButtonProps {
  to: To
  children: ReactNode
  /** Loads the document, for public pages, which the app does not render. */
  reloadDocument?: boolean
}

/** A link styled as a button. Its page loads when the pointer, the focus or a finger reaches it. */
export function LinkButton({ to, ...rest }: LinkProps) {
  const prefetch = rest.reloadDocument ? 'none' : 'intent'
  return (
    <MantineButton
      {...rest}
      renderRoot={(props: object) => <Link to={to} prefetch={prefetch} {...props} />}
    />
  )
}
