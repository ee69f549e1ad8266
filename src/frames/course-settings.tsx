import SettingsScreen, { handle as settings } from '#courses/screens/settings/settings.tsx'
import { SettingsSlots } from '#courses/screens/settings/settings-slots.ts'
import { WaitingReaders } from '#opening-subscriptions/screens/waiting-readers.tsx'

export const handle = settings

const slots = { WaitingReaders }

/** The settings of a course, with what other domains put into them. */
export default function CourseSettings() {
  return (
    <SettingsSlots value={slots}>
      <SettingsScreen />
    </SettingsSlots>
  )
}
