import { Burger, Drawer } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation, useMatches } from 'react-router'
import { usePageBrand, useSession } from '#tenancy/client/frame.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { OfflineBanner } from '#ui/components/feedback/offline-banner.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BottomBar, NavLinks, type NavCounts } from './nav-links.tsx'
import { isHiddenFrom, navigationFor, type NavItem } from './navigation.ts'
import { useCommandEntries } from './palette-entries.ts'
import { onShortcutKey, useShortcuts } from './shortcuts.ts'
import { UserMenu } from './user-menu.tsx'
import classes from './app-shell.module.css'

const loadPalette = () =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette }))
const Palette = lazy(loadPalette)
const AccessDenied = lazy(() =>
  import('./access-denied-page.tsx').then((module) => ({ default: module.AccessDeniedPage })),
)
const Shortcuts = lazy(() =>
  import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })),
)

/** Where a keyboard is likely, the search is loaded while the browser is idle: letters typed after Ctrl+K must not get lost. */
function usePreloadedPalette() {
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches || !('requestIdleCallback' in globalThis)) return
    const idle = requestIdleCallback(() => void loadPalette().catch(() => null))
    return () => cancelIdleCallback(idle)
  }, [])
}

interface Props {
  /** Empty until it is known. */
  navigation: readonly NavItem[]
  /** Open tasks of the person, by the path of the page that shows them. */
  counts?: NavCounts
  profilePath: string
  /** Shown beside the user menu, such as the notification bell. */
  tools?: ReactNode
  /** First entries of the user menu, such as the other schools of an owner. */
  menuEntries?: ReactNode
  /** Shown above the page, such as a notice about the plan. */
  notice?: ReactNode
  children: ReactNode
}

/** Header, main links by role, and the page. */
export function AppShell({
  navigation,
  counts = {},
  profilePath,
  tools,
  menuEntries,
  notice,
  children,
}: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const session = useSession()
  const [menuOpen, setMenuOpen] = useState(false)
  const [shortcutsOpen, setShortcutsOpen] = useState<boolean | null>(null)
  const [searchOpen, setSearchOpen] = useState<boolean | null>(null)
  const role = session?.user_type ?? null
  const { pathname } = useLocation()
  const closed = isHiddenFrom(navigation, role, pathname)
  const wide = useMatches().some((match) => (match.handle as ScreenHandle | undefined)?.fullWidth)
  const items = useMemo(
    () => (role && navigation.length > 0 ? navigationFor(navigation, role) : undefined),
    [navigation, role],
  )
  useShellKeys({ onPalette: () => setSearchOpen(true), onShortcuts: () => setShortcutsOpen(true) })
  usePagesInPalette(items)
  usePreloadedPalette()
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('kit:nav.skip')}
      </a>
      <header className={classes.header}>
        <Burger
          className={classes.burger ?? ''}
          opened={menuOpen}
          onClick={() => setMenuOpen(true)}
          aria-label={t('kit:nav.open')}
          aria-expanded={menuOpen}
          size="sm"
        />
        <Brand />
        <SearchButton onClick={() => setSearchOpen(true)} />
        <div className={classes.tools}>
          {tools}
          {session ? (
            <UserMenu
              session={session}
              profilePath={profilePath}
              entries={menuEntries}
              onShortcuts={() => setShortcutsOpen(true)}
            />
          ) : (
            <span className={classes.user} />
          )}
        </div>
      </header>
      <nav className={classes.side} aria-label={t('kit:nav.label')}>
        <NavLinks items={items} counts={counts} />
      </nav>
      <div className={classes.page}>
        <OfflineBanner />
        {notice}
        <main id="main" className={wide ? classes.wide : classes.main} tabIndex={-1}>
          {closed ? role !== null && <DeniedPage /> : children}
        </main>
      </div>
      <BottomBar items={items} counts={counts} onMore={() => setMenuOpen(true)} />
      <MenuDrawer opened={menuOpen} onClose={() => setMenuOpen(false)} items={items} counts={counts} />
      <LoadedDialog dialog={Shortcuts} opened={shortcutsOpen} onClose={() => setShortcutsOpen(false)} />
      <LoadedDialog dialog={Palette} opened={searchOpen} onClose={() => setSearchOpen(false)} />
    </div>
  )
}

const DeniedPage = () => (
  <Suspense>
    <AccessDenied />
  </Suspense>
)

interface LoadedDialogProps {
  dialog: ComponentType<{ opened: boolean; onClose: () => void }>
  /** null before the first opening, which loads the dialog. */
  opened: boolean | null
  onClose: () => void
}

function LoadedDialog({ dialog: Dialog, opened, onClose }: LoadedDialogProps) {
  if (opened === null) return null
  return (
    <Suspense>
      <Dialog opened={opened} onClose={onClose} />
    </Suspense>
  )
}

interface DrawerProps {
  opened: boolean
  onClose: () => void
  items: readonly NavItem[] | undefined
  counts: NavCounts
}

/** The whole menu on a phone, and in the player. */
function MenuDrawer({ opened, onClose, items, counts }: DrawerProps) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      title={t('kit:nav.label')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <nav aria-label={t('kit:nav.label')}>
        <NavLinks items={items} counts={counts} onFollow={onClose} />
      </nav>
    </Drawer>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <button type="button" className={classes.search} onClick={onClick}>
      <IconSearch size={18} aria-hidden />
      <span>{t('kit:palette.open')}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}

function Brand() {
  const { name, logo_url: logo } = usePageBrand()
  return (
    <a href="/" className={classes.brand}>
      {logo ? (
        <img src={logo} alt="" width="32" height="32" />
      ) : (
        <span aria-hidden="true">{name.slice(0, 1)}</span>
      )}
      <strong dir="auto">{name}</strong>
    </a>
  )
}

function useShellKeys({ onPalette, onShortcuts }: { onPalette: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation(['ui', 'kit'])
  const [run] = useState(() => ({ onPalette, onShortcuts }))
  const shortcuts = useMemo(
    () => [
      { keys: 'mod+k', label: t('kit:palette.open'), run: () => run.onPalette(), whileWriting: true },
      { keys: '?', label: t('kit:shortcuts.title'), run: () => run.onShortcuts() },
    ],
    [t, run],
  )
  useShortcuts(shortcuts)
  useEffect(() => {
    window.addEventListener('keydown', onShortcutKey)
    return () => window.removeEventListener('keydown', onShortcutKey)
  }, [])
}

function usePagesInPalette(items: readonly NavItem[] | undefined) {
  const { t } = useTranslation(['ui', 'kit'])
  const entries = useMemo(
    () =>
      (items ?? []).map(({ to, text, icon, isPublic }) => ({
        id: `page ${to}`,
        label: t(`kit:nav.${text}`),
        group: t('kit:palette.pages'),
        icon,
        to,
        reloadDocument: isPublic ?? false,
      })),
    [items, t],
  )
  useCommandEntries(entries)
}
