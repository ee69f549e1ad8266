import { useMantineColorScheme } from '@mantine/core'
import {
  IconBook2,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconTemplate,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSession } from '#tenancy/client/frame.tsx'
import { logOut } from '#tenancy/client/session/log-in.ts'
import type { UserType } from '#tenancy/client/session/session.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useCommandEntries, type CommandEntry } from '#ui/shell/palette-entries.ts'
import { settingsGroups } from './settings/settings-pages.ts'

const staff: readonly UserType[] = ['teacher', 'admin', 'account_user']
const admins: readonly UserType[] = ['admin', 'account_user']

/** What people do on a page, for those who may do it; the names are keys of the texts below `palette.actions`. */
const pageActions = [
  { name: 'newCourse', to: '/manage/courses/new', roles: staff, icon: IconBook2 },
  { name: 'courseTemplates', to: '/manage/courses/templates', roles: staff, icon: IconTemplate },
  { name: 'importCourse', to: '/manage/courses/import', roles: staff, icon: IconUpload },
  { name: 'approveStudents', to: '/manage/students?status=pending', roles: staff, icon: IconUserPlus },
  { name: 'importStudents', to: '/manage/students/import', roles: admins, icon: IconUpload },
  { name: 'invite', to: '/manage/people?tab=invitations', roles: admins, icon: IconUserPlus },
] as const

/** Adds actions and the pages of settings to the search dialog. */
export function usePaletteActions() {
  const pages = useSettingsEntries()
  const actions = useActionEntries()
  const role = useSession()?.user_type
  const entries = useMemo(() => {
    if (!role) return []
    return [...(admins.includes(role) ? pages : []), ...actions]
  }, [role, pages, actions])
  useCommandEntries(entries)
}

function useSettingsEntries() {
  const { t } = useTranslation(['ui', 'kit'])
  return useMemo(
    () =>
      settingsGroups.flatMap(({ links }) =>
        links.map(({ to, name }) => ({
          id: `page ${to}`,
          label: t(`kit:settings.${name}`),
          text: t('kit:nav.settings'),
          group: t('kit:palette.pages'),
          icon: IconSettings,
          to,
        })),
      ),
    [t],
  )
}

function useActionEntries() {
  const { t } = useTranslation(['ui', 'kit'])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const role = useSession()?.user_type ?? 'student'
  return useMemo((): CommandEntry[] => {
    const group = t('kit:palette.actionsTitle')
    const allowed = pageActions.filter(({ roles }) => roles.includes(role))
    const isDark = colorScheme === 'dark'
    return [
      ...allowed.map(({ name, to, icon }) => {
        return { id: `action ${name}`, label: t(`kit:palette.actions.${name}`), group, icon, to }
      }),
      {
        id: 'action scheme',
        label: t(isDark ? 'kit:palette.actions.light' : 'kit:palette.actions.dark'),
        group,
        icon: isDark ? IconSun : IconMoon,
        run: () => setColorScheme(isDark ? 'light' : 'dark'),
      },
      {
        id: 'action logOut',
        label: t('kit:user.signOut'),
        group,
        icon: IconLogout,
        run: () => void logOut(),
      },
    ]
  }, [t, role, colorScheme, setColorScheme])
}
