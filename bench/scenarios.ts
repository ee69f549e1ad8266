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
  /** Minimum share of the floor's rate; null for no target. */
  bar: number | null
  /** Requests per second that are required on any machine. */
  minRate?: number
  target: (fixture: BenchFixture) => Target
  recordPage?: (app: App, fixture: BenchFixture) => Promise<Recording['pages'][number]>
  recordCall?: (
    app: App,
    log: ReturnType<typeof createStatementLog>,
    fixture: BenchFixture,
  ) => Promise<Recording['calls'][number]>
}

const hostOf = ({ school_url }: BenchFixture) => `${school_url}.localhost`

function page(name: string, pathOf: (fixture: BenchFixture) => string): Scenario {
  const headers = (fixture: BenchFixture) => ({
    host: hostOf(fixture),
    'accept-encoding': 'br',
    'accept-language': 'en',
  })
  return {
    name,
    bar: 0.9,
    target: (fixture) => ({ url: pathOf(fixture), turns: [{ headers: headers(fixture) }] }),
    recordPage: (app, fixture) => recordPage(app, name, { url: pathOf(fixture), headers: headers(fixture) }),
  }
}

function call(
  name: string,
  requestsOf: (fixture: BenchFixture) => RecordedRequest[],
  bar: number | null = 0.6,
): Scenario {
  return {
    name,
    bar,
    target: (fixture) => {
      const requests = requestsOf(fixture)
      return { url: '', method: requests[0]!.method, turns: requests }
    },
    recordCall: (app, log, fixture) => recordCall(app, log, { name, requests: requestsOf(fixture) }),
  }
}

const asStudent = (fixture: BenchFixture, { token }: BenchFixture['students'][number]) => ({
  host: hostOf(fixture),
  'x-access-token': token,
  'x-request-source': 'web',
  ...webClientHeaders,
  'content-type': 'application/json',
})

let address = 0
/** Another address of the documentation network for each call. */
const someAddress = () => `198.51.${(address >> 8) & 255}.${address++ & 255}`

export const scenarios: Scenario[] = [
  page('school_home', () => '/'),
  page('course_landing', ({ course_id }) => `/?selected_course_id=${course_id}`),
  call('course_content', (fixture) =>
    fixture.students.map((student) => ({
      method: 'GET',
      url: `/api/courses/v2/course-content-details/${fixture.course_id}`,
      headers: asStudent(fixture, student),
    })),
  ),
  // All parts of the page in one call, once per opening.
  call(
    'player_opening',
    (fixture) =>
      fixture.students.map((student) => ({
        method: 'GET',
        url: `/api/courses/v2/player/${fixture.course_id}?page_frame=true`,
        headers: asStudent(fixture, student),
      })),
    null,
  ),
  call('progress_write', (fixture) =>
    fixture.students.map((student) => ({
      method: 'PUT',
      url: `/api/courses/v2/contents/${student.content_id}/progress`,
      headers: asStudent(fixture, student),
      body: JSON.stringify({ watched: [[3, 9]], position_seconds: 9 }),
    })),
  ),
  {
    name: 'login',
    bar: 0.9,
    target: (fixture) => ({
      url: '/api/schools/auth/api/v1/students/login',
      method: 'POST',
      turns: Array.from({ length: 200 }, (_, n) => ({
        headers: {
          host: hostOf(fixture),
          'content-type': 'application/json',
          ...webClientHeaders,
          'x-forwarded-for': someAddress(),
        },
        body: JSON.stringify({
          user_code: fixture.students[n % fixture.students.length]!.email,
          school_id: fixture.school_id,
          password: fixture.password,
          login_with: 'password',
        }),
      })),
    }),
  },
]
