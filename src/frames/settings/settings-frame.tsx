import { Outlet } from 'react-router'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { SectionList } from '#ui/components/layout/section-list.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export const handle: ScreenHandle = { namespaces: ['kit'] }

/** Every page of settings by group; the names are keys of the texts below `settings`. */
const groups = [
  {
    name: 'school',
    links: [
      { to: '/manage/settings', name: 'profile', end: true },
      { to: '/manage/settings/brand', name: 'brand' },
      { to: '/manage/domains', name: 'domains' },
    ],
  },
  {
    name: 'access',
    links: [
      { to: '/manage/settings/registration', name: 'registration' },
      { to: '/manage/login-settings', name: 'login' },
      { to: '/manage/settings/legal-documents', name: 'legal' },
    ],
  },
  {
    name: 'learning',
    links: [
      { to: '/manage/settings/assistant', name: 'assistant' },
      { to: '/manage/settings/notifications', name: 'notifications' },
    ],
  },
  {
    name: 'integrations',
    links: [
      { to: '/manage/api-clients', name: 'apiClients' },
      { to: '/manage/webhooks', name: 'webhooks' },
    ],
  },
  {
    name: 'records',
    links: [
      { to: '/manage/activity', name: 'activity' },
      { to: '/manage/settings/privacy', name: 'privacy' },
    ],
  },
] as const

/** The pages of settings, beside one list of them all. */
export default function SettingsFrame() {
  const { t } = useTranslation(['ui', 'kit'])
  const named = groups.map(({ name, links }) => ({
    title: t(`kit:settings.${name}`),
    links: links.map((link) => ({ ...link, label: t(`kit:settings.${link.name}`) })),
  }))
  return (
    <SectionList label={t('kit:nav.settings')} groups={named}>
      <Outlet />
    </SectionList>
  )
}
