import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PrivacySettings } from './privacy-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

export const handle: ScreenHandle = { namespaces: ['schools'] }

/** What the school collects. */
export default function PrivacyPage() {
  const { t } = useTranslation('schools')
  return (
    <SettingsPage title={t('settings.pages.privacy')} text={t('settings.text')}>
      {(props) => <PrivacySettings {...props} />}
    </SettingsPage>
  )
}
