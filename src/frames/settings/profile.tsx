import { FirstStepsAgain } from '#onboarding/screens/first-steps-again.tsx'
import { ProfileSettings } from '#schools/screens/settings/profile-settings.tsx'
import { SettingsPage } from '#schools/screens/settings/settings-page.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export const handle: ScreenHandle = { namespaces: ['schools', 'onboarding'] }

/** The public profile of the school, with a link back to the first steps. */
export default function ProfilePage() {
  const { t } = useTranslation('schools')
  return (
    <SettingsPage title={t('settings.pages.profile')} text={t('settings.text')}>
      {(props) => (
        <>
          <ProfileSettings {...props} />
          <FirstStepsAgain />
        </>
      )}
    </SettingsPage>
  )
}
