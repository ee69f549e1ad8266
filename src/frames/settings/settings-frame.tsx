import { Outlet } from 'react-router'
import { useSession } from '#tenancy/client/frame.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { SectionList } from '#ui/components/layout/section-list.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { settingsGroups } from './settings-pages.ts'

export const handle: ScreenHandle = { namespaces: ['kit'] }

/** The pages of settings, beside one list of them all. */
export default function SettingsFrame() {
  const { t } = useTranslation(['ui', 'kit'])
  const isOwner = useSession()?.user_type === 'account_user'
  const named = settingsGroups.map(({ name, links }) => ({
    title: t(`kit:settings.${name}`),
    links: links
      .filter((link) => isOwner || !('forOwners' in link))
      .map((link) => ({ ...link, label: t(`kit:settings.${link.name}`) })),
  }))
  return (
    <SectionList label={t('kit:nav.settings')} groups={named}>
      <Outlet />
    </SectionList>
  )
}
