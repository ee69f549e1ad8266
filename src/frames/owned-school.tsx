import { ClosureSection } from '#school-closure/screens/closure-section.tsx'
import OwnedSchool from '#ownership/screens/owned-school.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = { ns: ['ownership', 'school-closure'] }

/** What only the owners of a school do with it: own it with others, hand it over, close it. */
export default function OwnedSchoolPage() {
  return (
    <OwnedSchool>
      <ClosureSection />
    </OwnedSchool>
  )
}
