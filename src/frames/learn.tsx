import { lazy } from 'react'
import { EndThread } from '#end-of-course-messages/screens/end-thread.tsx'
import Learn, { handle as learning } from '#learning/screens/player/learn.tsx'
import { prefetchPlayer, consumePrefetchedOpening } from '#player/screens/player-opening.ts'
import { PlayerSlots } from '#learning/screens/player/model/player-slots.ts'
import { ReviewCourse } from '#reviews/screens/review-course.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

// Runs before the app sends requests.
if (typeof window !== 'undefined') consumePrefetchedOpening()

export const handle: ScreenHandle = {
  ...learning,
  earlyData: 'lesson',
  namespaces: [...(learning.namespaces ?? []), 'notes', 'assistant', 'lesson-assessments'],
}

const slots = {
  ReviewCourse,
  EndThread,
  Notes: lazy(() =>
    import('#notes/screens/player-notes.tsx').then(({ PlayerNotes }) => ({ default: PlayerNotes })),
  ),
  Assistant: lazy(() =>
    import('#assistant/screens/player-ask.tsx').then(({ PlayerAsk }) => ({ default: PlayerAsk })),
  ),
  Assessment: lazy(() => import('#assessments/screens/lesson/assessment-card.tsx')),
  Search: lazy(() =>
    import('#content-chunks/screens/course-search.tsx').then(({ CourseSearch }) => ({
      default: CourseSearch,
    })),
  ),
  Landing: lazy(() =>
    import('#content-chunks/screens/scroll-to-match.tsx').then(({ ScrollToMatch: Landing }) => ({
      default: Landing,
    })),
  ),
}

/** The player, with panels of other domains beside the open content. */
export default function LearnScreen() {
  return (
    <PlayerSlots value={slots}>
      <Learn onOpening={prefetchPlayer} />
    </PlayerSlots>
  )
}
