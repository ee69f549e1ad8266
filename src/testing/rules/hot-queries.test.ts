import { beforeAll, expect, test } from 'vitest'
import { loginStudent, getMe } from '#accounts/contract.ts'
import { getCourseContents, listPublicCourses } from '#courses/contract.ts'
import { getDashboard, listMyCourses, saveProgress } from '#learning/contract.ts'
import { countUnreadNotifications, listNotifications } from '#notifications/contract.ts'
import { isPrepared } from '#platform/database/prepared-statements.ts'
import { openPlayer } from '#player/contract.ts'
import { measureStatements, type StatementCost } from '../harness/harness.ts'
import { createTestCourse, oneMinuteVideo } from '../builders/learning-builder.ts'
import {
  createTestSchool,
  testPassword,
  type TestClient,
  type TestUser,
  type TestSchool,
} from '../builders/school-builder.ts'

// What nearly every visit runs. A statement or a round trip more here is paid by every request: whoever adds one on purpose
// changes the number, and says in the commit what it buys.

interface Story {
  school: TestSchool
  visitor: TestClient
  student: TestUser
  course_id: string
  content_id: string
}

interface HotPath {
  name: string
  run: (fixture: Story, time: number) => Promise<unknown>
  /** All statements, begin and commit of their transactions among them. */
  statements: number
  /** How often a connection has to wait for an answer; what is sent together, such as a begin and its first statements, waits once. */
  roundTrips: number
}

const hotPaths: HotPath[] = [
  {
    name: 'log in',
    run: ({ school, visitor, student }) =>
      visitor.api(loginStudent, {
        user_code: student.email,
        school_id: school.school_id,
        password: testPassword,
        login_with: 'password',
      }),
    statements: 6,
    roundTrips: 2,
  },
  { name: 'who am I', run: ({ student }) => student.api(getMe, {}), statements: 5, roundTrips: 1 },
  {
    name: 'open the player',
    run: ({ student, course_id }) => student.api(openPlayer, { id: course_id, page_frame: true }),
    statements: 11,
    roundTrips: 3,
  },
  {
    name: 'contents of a course',
    run: ({ student, course_id }) => student.api(getCourseContents, { id: course_id }),
    statements: 5,
    roundTrips: 2,
  },
  {
    name: 'save progress',
    run: ({ student, content_id }, time) =>
      student.api(saveProgress, { content_id, watched: [[time, time + 1]], position_seconds: time + 1 }),
    statements: 4,
    roundTrips: 2,
  },
  { name: 'dashboard', run: ({ student }) => student.api(getDashboard, {}), statements: 5, roundTrips: 2 },
  { name: 'my courses', run: ({ student }) => student.api(listMyCourses, {}), statements: 6, roundTrips: 3 },
  {
    name: 'courses on the school’s home',
    run: ({ visitor, school }) => visitor.api(listPublicCourses, { school_id: school.school_id }),
    statements: 3,
    roundTrips: 1,
  },
  {
    name: 'notifications',
    run: ({ student }) => student.api(listNotifications, {}),
    statements: 4,
    roundTrips: 1,
  },
  {
    name: 'number of unread notifications',
    run: ({ student }) => student.api(countUnreadNotifications, {}),
    statements: 4,
    roundTrips: 1,
  },
]

let fixture: Story

beforeAll(async () => {
  const school = await createTestSchool()
  const { course, content, student } = await createTestCourse(school, { contents: [oneMinuteVideo, {}, {}] })
  fixture = { school, visitor: school.visitor(), student, course_id: course.id, content_id: content.id }
})

/** The cost of one run after others: the first of a session notes its use, and the first of a process fills caches. */
async function costAfterOthers({ run }: HotPath): Promise<StatementCost> {
  const costs: StatementCost[] = []
  for (let time = 0; time < 6; time++) costs.push(await measureStatements(() => run(fixture, time)))
  return costs.at(-1)!
}

test.each(hotPaths)('$name: each statement is prepared, and none is added unnoticed', async (path) => {
  const { statements, roundTrips } = await costAfterOthers(path)
  expect({ statements: statements.length, roundTrips }, statements.join('\n')).toEqual({
    statements: path.statements,
    roundTrips: path.roundTrips,
  })
  expect(statements.filter((text) => text.includes('$1') && !isPrepared(text))).toEqual([])
  const isFixed = (text: string) => /^(?:begin[^$]*|commit|rollback)$/.test(text) || text.includes('$1')
  expect(statements.filter((text) => !isFixed(text))).toEqual([])
})
