import LoginSettings, { handle as settings } from '#accounts/screens/login/login-settings.tsx'
import { LinkRegistrationSection } from '#schools/screens/settings/link-registration-section.tsx'
import { StaffFactorSection } from '#schools/screens/settings/staff-factor-section.tsx'

export const handle = settings

/** How people log in, with the settings of the school. */
export default function LoginSettingsScreen() {
  return (
    <LoginSettings>
      <StaffFactorSection />
      <LinkRegistrationSection />
    </LoginSettings>
  )
}
