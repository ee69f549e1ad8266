import { ClosingSection } from '#closing/screens/closing-section.tsx'
import OwnedSchool from '#ownership/screens/owned-school.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = { ns: ['ownership', 'closing'] }

/** What only the owners of a school do with it: own it with others, hand it over, close it. */
export default function OwnedSchoolPage() {
  return (
    <OwnedSchool>
      <ClosingSection />
    </OwnedSchool>
  )
}
