import { ClosureSection } from '#school-closure/screens/closure-section.tsx'
import OwnedSchool from '#ownership/screens/owned-school.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = { namespaces: ['ownership', 'school-closure'] }

/** Actions of owners on a school: co-owners, transfer, closing. */
export default function OwnedSchoolPage() {
  return (
    <OwnedSchool>
      <ClosureSection />
    </OwnedSchool>
  )
}
