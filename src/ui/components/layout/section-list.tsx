import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import classes from './section-list.module.css'

export interface SectionLink {
  to: string
  label: string
  /** The current page only when the whole path is the same. */
  end?: boolean
}

export interface SectionGroup {
  title: string
  links: readonly SectionLink[]
}

interface Props {
  /** Names the list. */
  label: string
  groups: readonly SectionGroup[]
  children: ReactNode
}

/** Related pages beside a list of them; on a phone the list is a menu above the page. */
export function SectionList({ label, groups, children }: Props) {
  const { pathname } = useLocation()
  const current = groups.flatMap(({ links }) => links).find((link) => isCurrent(link, pathname))
  return (
    <div className={classes.columns}>
      <nav aria-label={label} className={classes.list}>
        {groups.map((group) => (
          <section key={group.title}>
            <h2 className={classes.title}>{group.title}</h2>
            <ul>
              {group.links.map(({ to, label: text, end }) => (
                <li key={to}>
                  <NavLink to={to} end={end ?? false} className={classes.link ?? ''} prefetch="intent">
                    {text}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <SectionMenu label={label} groups={groups} current={current} />
      <div className={classes.page}>{children}</div>
    </div>
  )
}

const isCurrent = ({ to, end }: SectionLink, pathname: string) =>
  pathname === to || (!end && pathname.startsWith(`${to}/`))

interface MenuProps extends Omit<Props, 'children'> {
  current: SectionLink | undefined
}

function SectionMenu({ label, groups, current }: MenuProps) {
  return (
    <div className={classes.menu}>
      <Menu position="bottom-start" width="target" withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.chooser ?? ''}>
            <span>
              {label}
              {current && <strong>{current.label}</strong>}
            </span>
            <IconChevronDown size={18} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map((group) => (
            <div key={group.title}>
              <Menu.Label>{group.title}</Menu.Label>
              {group.links.map(({ to, label: text }) => (
                <Menu.Item
                  key={to}
                  component={Link}
                  to={to}
                  {...(to === current?.to && { 'aria-current': 'page' as const })}
                >
                  {text}
                </Menu.Item>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
