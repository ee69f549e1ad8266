import type { App } from '#app.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import type { Target } from './measure-requests.ts'
import {
  recordCall,
  recordPage,
  type RecordedRequest,
  type Recording,
  type createStatementLog,
} from './record.ts'
import type { BenchFixture } from './bench-fixture.ts'

export interface Scenario {
  name: string
  /** The least share of the floor's rate; null where none is set. */
  bar: number | null
  target: (story: BenchFixture) => Target
  recordPage?: (app: App, story: BenchFixture) => Promise<Recording['pages'][number]>
  recordCall?: (
    app: App,
    log: ReturnType<typeof createStatementLog>,
    story: BenchFixture,
  ) => Promise<Recording['calls'][number]>
}

const hostOf = ({ school_url }: BenchFixture) => `${school_url}.localhost`

function page(name: string, pathOf: (story: BenchFixture) => string): Scenario {
  const headers = (story: BenchFixture) => ({
    host: hostOf(story),
    'accept-encoding': 'br',
    'accept-language': 'en',
  })
  return {
    name,
    bar: 0.9,
    target: (story) => ({ url: pathOf(story), turns: [{ headers: headers(story) }] }),
    recordPage: (app, story) => recordPage(app, name, pathOf(story), headers(story)),
  }
}

function call(
  name: string,
  requestsOf: (story: BenchFixture) => RecordedRequest[],
  bar: number | null = 0.6,
): Scenario {
  return {
    name,
    bar,
    target: (story) => {
      const requests = requestsOf(story)
      return { url: '', method: requests[0]!.method, turns: requests }
    },
    recordCall: (app, log, story) => recordCall(app, log, name, requestsOf(story)),
  }
}

const asStudent = (story: BenchFixture, { token }: BenchFixture['students'][number]) => ({
  host: hostOf(story),
  'x-access-token': token,
  'x-request-source': 'web',
  ...webClientHeaders,
  'content-type': 'application/json',
})

let address = 0
/** An address of the documentation network, another one each time. */
const someAddress = () => `198.51.${(address >> 8) & 255}.${address++ & 255}`

export const scenarios: Scenario[] = [
  page('school_home', () => '/'),
  page('course_landing', ({ course_id }) => `/?selected_course_id=${course_id}`),
  call('course_content', (story) =>
    story.students.map((student) => ({
      method: 'GET',
      url: `/api/courses/v2/course-content-details/${story.course_id}`,
      headers: asStudent(story, student),
    })),
  ),
  // Every part of the page in one call, once per opening.
  call(
    'player_opening',
    (story) =>
      story.students.map((student) => ({
        method: 'GET',
        url: `/api/courses/v2/player/${story.course_id}?page_frame=true`,
        headers: asStudent(story, student),
      })),
    null,
  ),
  call('progress_write', (story) =>
    story.students.map((student) => ({
      method: 'PUT',
      url: `/api/courses/v2/contents/${student.content_id}/progress`,
      headers: asStudent(story, student),
      body: JSON.stringify({ watched: [[3, 9]], position_seconds: 9 }),
    })),
  ),
  {
    name: 'login',
    bar: 0.9,
    target: (story) => ({
      url: '/api/schools/auth/api/v1/students/login',
      method: 'POST',
      turns: Array.from({ length: 200 }, (_, n) => ({
        headers: {
          host: hostOf(story),
          'content-type': 'application/json',
          ...webClientHeaders,
          'x-forwarded-for': someAddress(),
        },
        body: JSON.stringify({
          user_code: story.students[n % story.students.length]!.email,
          school_id: story.school_id,
          password: story.password,
          login_with: 'password',
        }),
      })),
    }),
  },
]
