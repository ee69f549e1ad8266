import type { ReactNode } from 'react'

interface LinkButtonProps {
  href: string
  children: ReactNode
  quiet?: boolean
  large?: boolean
  /** Audience: the small script shows the link to visitors, students, staff, or anybody logged in. */
  dataFor?: 'visitor' | 'student' | 'staff' | 'known'
  /** The link to login or registration leads back here afterwards. */
  returns?: boolean
}

/** A link styled as a button. Links that are not for visitors stay hidden until the script reads the session. */
export function LinkButton({
  href,
  children,
  quiet = false,
  large = false,
  dataFor,
  returns = false,
}: LinkButtonProps) {
  const classes = ['p-button', quiet && 'p-button-quiet', large && 'p-button-large'].filter(Boolean).join(' ')
  return (
    <a
      href={href}
      className={classes}
      {...(dataFor && { 'data-for': dataFor, hidden: dataFor !== 'visitor' })}
      {...(returns && { 'data-returns': '' })}
    >
      {children}
    </a>
  )
}

export function Badge({ children, tone }: { children: ReactNode; tone?: 'accent' | 'success' }) {
  return <span className={tone ? `p-badge p-badge-${tone}` : 'p-badge'}>{children}</span>
}

interface SearchFieldProps {
  /** Address of the page that shows the results (GET). */
  action: string
  name: string
  label: string
  button: string
  value?: string
}

/** A search form that works without a script. */
export function SearchField({ action, name, label, button, value }: SearchFieldProps) {
  return (
    <form action={action} method="get" className="p-search" role="search">
      <label className="p-hidden" htmlFor={`search-${name}`}>
        {label}
      </label>
      <input id={`search-${name}`} type="search" name={name} placeholder={label} defaultValue={value} />
      <button type="submit" className="p-button">
        {button}
      </button>
    </form>
  )
}

interface EmptyNoteProps {
  title: string
  text?: ReactNode
  action?: ReactNode
}

/** Message of an empty list with its reason and one action. */
export function EmptyMessage({ title, text, action }: EmptyNoteProps) {
  return (
    <div className="p-empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

/** A line that expands, such as a question or a lesson. */
export function Disclosure({
  summary,
  children,
  open = false,
}: {
  summary: ReactNode
  children: ReactNode
  open?: boolean
}) {
  return (
    <details className="p-details" open={open}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}

/** Renders HTML that the server sanitises on write and on read. */
export function Article({ html }: { html: string }) {
  return <div className="p-article" dangerouslySetInnerHTML={{ __html: html }} />
}
