import { earlyRequests } from './early/early-requests.ts'
import { loadApp } from './load-app.ts'
import { renderLesson, type EarlyContents } from './early/render-lesson.ts'

/** A slow server must not delay the app longer than this. */
const patienceMs = 3_000

interface Answer {
  contents: EarlyContents
}

/**
 * Runs in the head of the player page. Fetches the player data while the style sheets load, and shows title and
 * text of the lesson as soon as they arrive. The files of the app load afterwards, because on a slow connection
 * they would delay the lesson. If anything fails here, the app fetches everything itself.
 */
function openLesson() {
  const wait = setTimeout(loadApp, patienceMs)
  const begin = () => {
    clearTimeout(wait)
    loadApp()
  }
  const answer = ask()
  if (!answer) return begin()
  answer
    .then(async ({ contents }) => {
      await renderLesson(contents)
    })
    .then(begin, begin)
}

function ask(): Promise<Answer> | null {
  const course_id = /^\/learn\/([^/]+)\/?$/.exec(location.pathname)?.[1]
  const requests = earlyRequests()
  if (!course_id || !requests) return null
  const address = new URLSearchParams(location.search)
  const topic = address.get('topic')
  const preview = address.get('creator_preview') === 'true'
  const query = new URLSearchParams({
    ...(topic && { topic }),
    ...(preview && { creator_preview: 'true' }),
    page_frame: 'true',
  })
  const answer = requests.get<Answer>(`/api/courses/v2/player/${course_id}?${query}`)
  const early: NonNullable<Window['earlyOpening']> = { course_id, topic, preview, answer }
  window.earlyOpening = early
  answer.then(
    () => (early.replied_at = performance.now()),
    () => {},
  )
  return answer
}

openLesson()
