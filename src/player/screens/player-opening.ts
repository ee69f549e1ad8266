import { getMe } from '#accounts/contract.ts'
import { getCourseContents, listCaptions } from '#courses/contract.ts'
import { getCourseAccess } from '#learning/contract.ts'
import { listNotes } from '#notes/contract.ts'
import { countUnreadNotifications } from '#notifications/contract.ts'
import { api, getBrowserApp } from '#tenancy/client/browser.ts'
import { prefetchedReplies, type RepliesByPath } from '#tenancy/client/prefetched-replies.ts'
import { toApiRequest, type ApiResponse, type ApiReply } from '#platform/client/api/client.ts'
import { storedToken } from '#tenancy/client/session/session.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { getMyReview } from '#reviews/contract.ts'
import { openPlayer } from '../contract.ts'
import { maxInitialNotes } from '../max-initial-notes.ts'

export interface PlayerOpening {
  course_id: string
  topic: string | null
  preview: boolean
}

type Opened = ApiReply<typeof openPlayer>

/** Requests everything that the player needs in one call. The player's own requests wait for that call. */
export function prefetchPlayer({ isFirst, ...opening }: PlayerOpening & { isFirst: boolean }) {
  if (prefetchedReplies.covers(contentsPath(opening), token())) return
  const { course_id: id, topic, preview } = opening
  const input = { id, ...(topic && { topic }), ...(preview && { creator_preview: true }) }
  const opened = api(openPlayer, input)
  // Later the access check sends its own requests, and must not get outdated results.
  expectParts(opening, isFirst ? opened : opened.then(withoutCourse), isFirst ? coursePaths(opening) : [])
}

const withoutCourse = (opened: Opened): Opened => ({ ...opened, access: null, review: null })

/** Takes over the call that the head of the page started, if any. */
export function consumePrefetchedOpening() {
  const begun = window.earlyOpening
  if (!begun) return
  delete window.earlyOpening
  const page_frame = [pathOf(getMe, {}), pathOf(countUnreadNotifications, {})]
  const opened = (begun.answer as Promise<Opened>).then((answer) => {
    const age = performance.now() - (begun.replied_at ?? 0)
    return age > accessMaxAgeMs ? { ...answer, access: null } : answer
  })
  expectParts(begun, opened, [...coursePaths(begun), ...page_frame])
}

/** On a slow connection the app loads long after its data; older access is then requested again. */
const accessMaxAgeMs = 3_000

const coursePaths = ({ course_id }: PlayerOpening) => [
  pathOf(getCourseAccess, { course_id }),
  pathOf(getMyReview, { course_id }),
]

function expectParts(opening: PlayerOpening, opened: Promise<Opened>, more: string[]) {
  const answers = opened.then((answer) => answersIn(opening, answer))
  prefetchedReplies.expect([contentsPath(opening), ...more], token(), answers)
}

/** Maps each part to the path of its own route. Parts that are null are left to that route. */
function answersIn(opening: PlayerOpening, answer: Opened): RepliesByPath {
  const { course_id } = opening
  const { contents, access, captions, notes, review, user, notifications } = answer
  const content_id = contents.topic?.id ?? ''
  const parts: [path: string, value: unknown][] = [
    [contentsPath(opening), contents],
    [pathOf(getCourseAccess, { course_id }), access],
    [pathOf(getMyReview, { course_id }), review],
    [pathOf(getMe, {}), user],
    [pathOf(countUnreadNotifications, {}), notifications],
  ]
  if (content_id) {
    parts.push([pathOf(listCaptions, { id: content_id, course_id }), captions])
    parts.push([pathOf(listNotes, { content_id, limit: maxInitialNotes }), notes])
  }
  return new Map(parts.filter(([, value]) => value !== null).map(([path, value]) => [path, answerOf(value)]))
}

const token = () => storedToken(getBrowserApp().store) ?? undefined

const answerOf = (value: unknown): ApiResponse => ({ status: 200, body: '', value })

const contentsPath = ({ course_id: id, topic, preview }: PlayerOpening) =>
  pathOf(getCourseContents, { id, ...(topic && { topic }), ...(preview && { creator_preview: true }) })

const pathOf = (contract: object, input: Record<string, unknown>) =>
  toApiRequest(contract as Route, input).path
