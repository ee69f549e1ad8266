import { Skeleton } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { groupNavigation, isCurrentItem, type NavGroup, type NavItem, type NavSection } from './navigation.ts'
import { closedSections, storeClosedSections } from './closed-sections.ts'
import classes from './app-shell.module.css'

/** Number of open tasks of the person by path, such as requests to join. */
export type NavCounts = Readonly<Record<string, number>>

interface Props {
  /** undefined until the session is read. */
  items: readonly NavItem[] | undefined
  counts: NavCounts
  onFollow?: () => void
}

/** The main links by section, in a column. */
export function NavLinks({ items, ...rest }: Props) {
  return items ? <NavGroups items={items} {...rest} /> : <NavSkeleton />
}

/** Rendered in browsers only: the server does not know the closed sections. */
function NavGroups({ items, counts, onFollow }: Props & { items: readonly NavItem[] }) {
  const [closed, setClosed] = useState(closedSections)
  const toggle = (section: NavSection) => {
    const next = closed.includes(section) ? closed.filter((one) => one !== section) : [...closed, section]
    setClosed(next)
    storeClosedSections(next)
  }
  return (
    <div className={classes.groups}>
      {groupNavigation(items).map((group) => (
        <Group
          key={group.section ?? ''}
          group={group}
          counts={counts}
          closed={group.section !== undefined && closed.includes(group.section)}
          onToggle={toggle}
          onFollow={onFollow}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  group: NavGroup
  counts: NavCounts
  closed: boolean
  onToggle: (section: NavSection) => void
  onFollow: (() => void) | undefined
}

function Group({ group: { section, items }, counts, closed, onToggle, onFollow }: GroupProps) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <div>
      {section && (
        <button
          type="button"
          className={classes.sectionTitle}
          aria-expanded={!closed}
          onClick={() => onToggle(section)}
        >
          {t(`kit:nav.sections.${section}`)}
          <IconChevronDown size={16} aria-hidden />
        </button>
      )}
      {!closed && (
        <ul className={classes.links}>
          {items.map((item) => (
            <li key={`${item.to} ${item.section}`}>
              <ItemLink
                item={item}
                count={counts[item.to] ?? 0}
                className={classes.link ?? ''}
                iconSize={20}
                onFollow={onFollow}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface BarProps {
  items: readonly NavItem[] | undefined
  counts: NavCounts
  onMore: () => void
}

/** The most used links at the bottom of a phone, and the menu with all of them. */
export function BottomBar({ items, counts, onMore }: BarProps) {
  const { t } = useTranslation(['ui', 'kit'])
  if (!items) return null
  return (
    <nav className={classes.bar} aria-label={t('kit:nav.bar')}>
      {items
        .filter((item) => item.inBar)
        .slice(0, 4)
        .map((item) => (
          <ItemLink
            key={item.to}
            item={item}
            count={counts[item.to] ?? 0}
            className={classes.barLink ?? ''}
            iconSize={22}
          />
        ))}
      <button type="button" className={classes.barLink} onClick={onMore} aria-haspopup="dialog">
        <IconDots size={22} aria-hidden stroke={1.7} />
        <span>{t('kit:nav.more')}</span>
      </button>
    </nav>
  )
}

interface ItemProps {
  item: NavItem
  count: number
  className: string
  iconSize: number
  onFollow?: (() => void) | undefined
}

function ItemLink({ item, count, className, iconSize, onFollow }: ItemProps) {
  const { t } = useTranslation(['ui', 'kit'])
  const { pathname } = useLocation()
  const Icon = item.icon
  const content = (
    <>
      <Icon size={iconSize} aria-hidden stroke={1.7} />
      <span>{t(`kit:nav.${item.text}`)}</span>
      {count > 0 && (
        <b className={classes.count} aria-label={t('kit:nav.waiting', { count })}>
          {count > 99 ? `${formatNumber(99)}+` : formatNumber(count)}
        </b>
      )}
    </>
  )
  if (item.isPublic)
    return (
      <a href={item.to} className={className}>
        {content}
      </a>
    )
  return (
    <Link
      to={item.to}
      className={className}
      prefetch="intent"
      onClick={onFollow}
      {...(isCurrentItem(item, pathname) && { 'aria-current': 'page' as const })}
    >
      {content}
    </Link>
  )
}

function NavSkeleton() {
  return (
    <div className={classes.links} aria-hidden="true">
      {[70, 55, 80, 60].map((width) => (
        <div key={width} className={classes.link}>
          <Skeleton height={18} width={`${width}%`} />
        </div>
      ))}
    </div>
  )
}
