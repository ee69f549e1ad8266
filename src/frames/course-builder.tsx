import { lazy } from 'react'
import { BuilderSlots } from '#courses/screens/course-frame/builder-slots.ts'
import OutlineScreen, { handle as building } from '#courses/screens/builder/outline-screen.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...building,
  namespaces: [...(building.namespaces ?? []), 'learning', 'lesson-assessments'],
}

const slots = {
  Exceptions: lazy(() =>
    import('#learning/screens/groups/content-exceptions.tsx').then(({ ContentExceptions }) => ({
      default: ContentExceptions,
    })),
  ),
  Assessment: lazy(() => import('#assessments/screens/lesson/assessment-section.tsx')),
}

/** The course builder, with components of other domains. */
export default function CourseBuilder() {
  return (
    <BuilderSlots value={slots}>
      <OutlineScreen />
    </BuilderSlots>
  )
}
