import { setTimeout } from 'node:timers/promises'
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

// Routes of nearly every visit. An additional statement or round trip costs every request: if it is intended,
// change the number and give the reason in the commit.

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
  /** Number of statements, including begin and commit. */
  statements: number
  /** How often a connection waits for a response; statements sent together count once. */
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
  { name: 'dashboard', run: ({ student }) => student.api(getDashboard, {}), statements: 6, roundTrips: 2 },
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

/**
 * Cost of a repeated run: the first one of a session records its use, and the first one of a process fills
 * caches. Work after a response may still write while the next run is measured, so a pause precedes each, and the
 * cheapest one counts.
 */
async function costAfterOthers({ run }: HotPath): Promise<StatementCost> {
  const costs: StatementCost[] = []
  for (let time = 0; time < 6; time++) {
    await setTimeout(20)
    costs.push(await measureStatements(() => run(fixture, time)))
  }
  const [cheapest] = costs.slice(2).toSorted((a, b) => a.statements.length - b.statements.length)
  return cheapest!
}

test.each(hotPaths)('runs only prepared statements in $name, and no additional ones', async (path) => {
  const { statements, roundTrips } = await costAfterOthers(path)
  expect({ statements: statements.length, roundTrips }, statements.join('\n')).toEqual({
    statements: path.statements,
    roundTrips: path.roundTrips,
  })
  expect(statements.filter((text) => text.includes('$1') && !isPrepared(text))).toEqual([])
  const isFixed = (text: string) => /^(?:begin[^$]*|commit|rollback)$/.test(text) || text.includes('$1')
  expect(statements.filter((text) => !isFixed(text))).toEqual([])
})
