import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { RegistrationSettings } from './registration-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

export const handle: ScreenHandle = { namespaces: ['schools'] }

/** Who may register, and the questions for them. */
export default function RegistrationPage() {
  const { t } = useTranslation('schools')
  return (
    <SettingsPage title={t('settings.pages.registration')} text={t('settings.text')}>
      {(props) => <RegistrationSettings {...props} />}
    </SettingsPage>
  )
}
