import SettingsScreen, { handle as settings } from '#courses/screens/settings/settings.tsx'
import { SettingsSlots } from '#courses/screens/settings/settings-slots.ts'
import { WaitingReaders } from '#opening-subscriptions/screens/waiting-readers.tsx'

export const handle = settings

const slots = { WaitingReaders }

/** The settings of a course, with components of other domains. */
export default function CourseSettings() {
  return (
    <SettingsSlots value={slots}>
      <SettingsScreen />
    </SettingsSlots>
  )
}
