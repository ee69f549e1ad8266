import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { setLanguageCookie } from '#platform/client/session/cookies.ts'
import { languageChoices, type Language } from '#lib/languages/languages.ts'
import type { Scheme } from '#platform/client/page/page-preferences.ts'
import type { Session } from '#tenancy/client/session/session.ts'
import { logOut } from '#tenancy/client/session/log-in.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './app-shell.module.css'

interface Props {
  session: Session
  profilePath: string
  /** First entries of the menu, from the domain. */
  entries?: ReactNode
  onShortcuts: () => void
}

/** The logged-in user, with profile, appearance and logout. */
export function UserMenu({ session, profilePath, entries, onShortcuts }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const roleName = useRoleName()
  const name = session.details?.name ?? session.details?.email ?? t('kit:user.someone')
  return (
    <Menu position="bottom-end" width={264} shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.user ?? ''}>
          <VisuallyHidden>{`${t('kit:user.menu')}: ${name}`}</VisuallyHidden>
          <Avatar name={name} src={session.details?.avatar_url ?? null} size={36} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{roleName(session.user_type)}</span>
        </div>
        <Menu.Divider />
        {entries}
        <Menu.Item
          leftSection={<IconUser size={18} aria-hidden />}
          renderRoot={(props: object) => <Link to={profilePath} {...props} />}
        >
          {t('kit:nav.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={18} aria-hidden />} onClick={onShortcuts}>
          {t('kit:shortcuts.title')}
        </Menu.Item>
        <SchemeItems />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void logOut()}>
          {t('kit:user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes: readonly Scheme[] = ['light', 'dark', 'auto']

function SchemeItems() {
  const { t } = useTranslation(['ui', 'kit'])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('scheme.label')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as Scheme)}>
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(`scheme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function LanguageItems() {
  const { t, i18n } = useTranslation(['ui', 'kit'])
  const choose = (language: string) => {
    setLanguageCookie(language as Language)
    // The server renders parts of the page, so the document must reload.
    location.reload()
  }
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      <Menu.RadioGroup value={i18n.language} onChange={choose}>
        {languageChoices.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} lang={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
