import { Skeleton } from '@mantine/core'
import { NavLink } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { NavItem } from './navigation.ts'
import classes from './app-shell.module.css'

interface Props {
  /** undefined until the session is read. */
  items: readonly NavItem[] | undefined
  onFollow?: () => void
}

/** The main navigation as a vertical list. */
export function NavLinks({ items, onFollow }: Props) {
  if (!items) return <NavSkeleton />
  return (
    <ul className={classes.links}>
      {items.map((item) => (
        <li key={item.to}>
          <ItemLink
            item={item}
            className={classes.link ?? ''}
            iconSize={20}
            {...(onFollow && { onFollow })}
          />
        </li>
      ))}
    </ul>
  )
}

/** The most used links, at the bottom of a phone. */
export function BottomBar({ items }: { items: readonly NavItem[] | undefined }) {
  const { t } = useTranslation(['ui', 'kit'])
  if (!items) return null
  return (
    <nav className={classes.bar} aria-label={t('kit:nav.bar')}>
      {items
        .filter((item) => item.inBar)
        .slice(0, 5)
        .map((item) => (
          <ItemLink key={item.to} item={item} className={classes.barLink ?? ''} iconSize={22} />
        ))}
    </nav>
  )
}

interface ItemProps {
  item: NavItem
  className: string
  iconSize: number
  onFollow?: () => void
}

function ItemLink({ item, className, iconSize, onFollow }: ItemProps) {
  const { t } = useTranslation(['ui', 'kit'])
  const Icon = item.icon
  const content = (
    <>
      <Icon size={iconSize} aria-hidden stroke={1.7} />
      <span>{t(`kit:nav.${item.text}`)}</span>
    </>
  )
  if (item.isPublic)
    return (
      <a href={item.to} className={className}>
        {content}
      </a>
    )
  return (
    <NavLink to={item.to} end={item.end ?? false} className={className} prefetch="intent" onClick={onFollow}>
      {content}
    </NavLink>
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
