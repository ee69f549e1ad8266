import SettingsScreen, { handle as settings } from '#courses/screens/settings/settings.tsx'
import { SettingsSlots } from '#courses/screens/settings/settings-slots.ts'
import { BumpOffers } from '#payments/screens/bumps/bump-offers.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { WaitingReaders } from '#opening-subscriptions/screens/waiting-readers.tsx'

export const handle = {
  ...settings,
  namespaces: [...(settings.namespaces ?? []), 'bumps'],
} satisfies ScreenHandle

const slots = {
  WaitingReaders,
  BumpOffers: ({ course_id }: { course_id: string }) => <BumpOffers item={{ course_id }} />,
}

/** The settings of a course, with components of other domains. */
export default function CourseSettings() {
  return (
    <SettingsSlots value={slots}>
      <SettingsScreen />
    </SettingsSlots>
  )
}
