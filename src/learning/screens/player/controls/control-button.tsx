import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './media-controls.module.css'

interface Props extends ComponentPropsWithRef<'button'> {
  /** Read by screen readers and shown on hover. */
  label: string
  /** Hidden where the video is narrow. */
  isWideOnly?: boolean
  children: ReactNode
}

/** A button on the video. */
export function ControlButton({ label, isWideOnly = false, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes.button}
      {...(isWideOnly && { 'data-wide-only': '' })}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  )
}
