import Profile, { handle as own } from '#accounts/screens/profile/profile.tsx'
import { OwnChoices } from '#assistant/screens/own-choices.tsx'
import { OwnConsent } from '#consent/screens/own-consent.tsx'
import { NotificationChoices } from '#notifications/screens/notification-choices.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...own,
  ns: [...(own.ns ?? []), 'notifications', 'assistant', 'consent'],
}

/** The own profile, with what other domains let a person choose. */
export default function ProfileScreen() {
  return (
    <Profile>
      <NotificationChoices />
      <OwnChoices />
      <OwnConsent />
    </Profile>
  )
}
