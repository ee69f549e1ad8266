import { frameElement } from '#tenancy/client/early-texts.ts'
import { browserStore, storedToken } from '#tenancy/client/session/session.ts'
import { browserStorage } from '#platform/client/session/browser-storage.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'
import { loadApp } from './load-app.ts'
import { renderLesson, type EarlyContents } from './render-lesson.ts'

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

/** Returns null without a session, or while a one-time code must still be exchanged for one. */
function ask(): Promise<Answer> | null {
  const course_id = /^\/learn\/([^/]+)\/?$/.exec(location.pathname)?.[1]
  const storage = browserStorage()
  const token = storage && storedToken(browserStore(storage))
  const data = document.getElementById(frameElement)?.textContent
  if (!course_id || !token || !data || window.arrivedHandoff) return null
  const { api, locale } = JSON.parse(data) as PageFrame
  const address = new URLSearchParams(location.search)
  const topic = address.get('topic')
  const preview = address.get('creator_preview') === 'true'
  const query = new URLSearchParams({
    ...(topic && { topic }),
    ...(preview && { creator_preview: 'true' }),
    page_frame: 'true',
  })
  const headers = {
    'x-request-source': 'web',
    'x-api-username': api.username,
    'x-api-secret': api.secret,
    'accept-language': locale,
    'x-access-token': token,
  }
  const answer = fetch(`/api/courses/v2/player/${course_id}?${query}`, { headers, credentials: 'omit' }).then(
    (response) => {
      if (!response.ok) throw new Error(`The player answered ${response.status}`)
      return response.json() as Promise<Answer>
    },
  )
  const early: NonNullable<Window['earlyOpening']> = { course_id, topic, preview, answer }
  window.earlyOpening = early
  answer.then(
    () => (early.replied_at = performance.now()),
    () => {},
  )
  return answer
}

openLesson()
