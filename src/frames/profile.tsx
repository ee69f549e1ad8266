import Profile, { handle as own } from '#accounts/screens/profile/profile.tsx'
import { AssistantPreferences } from '#assistant/screens/assistant-preferences.tsx'
import { MyConsent } from '#consent/screens/my-consent.tsx'
import { NotificationPreferences } from '#notifications/screens/notification-preferences.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...own,
  namespaces: [...(own.namespaces ?? []), 'notifications', 'assistant', 'consent'],
}

/** The user's profile, with settings of other domains. */
export default function ProfileScreen() {
  return (
    <Profile>
      <NotificationPreferences />
      <AssistantPreferences />
      <MyConsent />
    </Profile>
  )
}
