import { NavLink } from 'react-router'
import classes from './sub-nav.module.css'

interface Props {
  /** Names the list. */
  label: string
  links: readonly { to: string; label: string; end?: boolean }[]
}

/** Pages of one tab, as a row of links below it. */
export function SubNav({ label, links }: Props) {
  return (
    <nav aria-label={label} className={classes.row}>
      {links.map(({ to, label: text, end = false }) => (
        <NavLink key={to} to={to} end={end} prefetch="intent">
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
