import { FirstStepsAgain } from '#onboarding/screens/first-steps-again.tsx'
import SettingsScreen, { handle as settings } from '#schools/screens/settings/settings.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = { ...settings, ns: [...(settings.ns ?? []), 'onboarding'] }

/** The settings of the school, with a link to the checklist below the profile. */
export default function SchoolSettings() {
  return <SettingsScreen belowProfile={<FirstStepsAgain />} />
}
