import pg from 'pg'
import { newId } from '#platform/security/tokens.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import { measureRequests, type Timing, type Target } from './measure-requests.ts'
import { insertSession, type BenchFixture } from './bench-fixture.ts'

interface Grown {
  course_id: string
  /** Id of a text in it. */
  content_id: string
  contents: number
  students: number
  /** Session of one of its students. */
  student: string
}

/** Two courses of one school that differ only in size, and a session of their teacher. */
export interface GrowthFixture {
  small: Grown
  large: Grown
  teacher: string
}

/** Creates both beside the demo course, whose row and first text they copy. */
export async function createGrowthFixture(ownerUrl: string, fixture: BenchFixture): Promise<GrowthFixture> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`set app.school_id = '${fixture.school_id}'`)
    const { rows } = await client.query(
      `select coalesce(course_teacher_id, created_by) as teacher from courses where school_id = $1 and id = $2`,
      [fixture.school_id, fixture.course_id],
    )
    return {
      small: await grow(client, fixture, { contents: 10, students: 10 }),
      large: await grow(client, fixture, { contents: 200, students: 10_000 }),
      teacher: await insertSession(client, fixture.school_id, rows[0].teacher),
    }
  } finally {
    await client.end()
  }
}

interface Size {
  contents: number
  students: number
}

/** An `insert` of copies of rows: `where` selects each row with a number, `changed` is a JSON object of new values. */
const copy = (table: string, changed: string, where: string) => `insert into ${table}
  select (jsonb_populate_record(t, ${changed})).* from (${where}) t(t, n)`

/** Copies the fixture's course with one lesson, and its first text as often as asked. */
async function copyCourse(
  client: pg.Client,
  fixture: BenchFixture,
  { course_id, contents }: { course_id: string; contents: number },
) {
  const { school_id } = fixture
  const lesson_id = newId()
  await client.query(
    copy(
      'courses',
      `jsonb_build_object('id', $3::uuid, 'course_code', 'GROWN-' || $4::int)`,
      'select c, 1 from courses c where school_id = $1 and id = $2',
    ),
    [school_id, fixture.course_id, course_id, contents],
  )
  await client.query(
    copy(
      'lessons',
      `jsonb_build_object('id', $3::uuid, 'course_id', $4::uuid)`,
      'select l, 1 from lessons l where school_id = $1 and course_id = $2 limit 1',
    ),
    [school_id, fixture.course_id, lesson_id, course_id],
  )
  await client.query(
    copy(
      'contents',
      `jsonb_build_object('id', gen_random_uuid(), 'course_id', $3::uuid, 'lesson_id', $4::uuid, 'position', n, 'title', t.title || ' ' || n)`,
      `select c, n from contents c, generate_series(1, $5::int) n where c.school_id = $1 and c.id =
         (select id from contents where school_id = $1 and course_id = $2 and type = 'text' and is_published limit 1)`,
    ).replaceAll('t.title', '(t).title'),
    [school_id, fixture.course_id, course_id, lesson_id, contents],
  )
  await client.query('insert into outline_versions (school_id, course_id, version) values ($1, $2, $3)', [
    school_id,
    course_id,
    newId(),
  ])
}

/** Copies a student as often as asked, each enrolled in the course. */
async function copyStudents(
  client: pg.Client,
  fixture: BenchFixture,
  { course_id, students }: { course_id: string; students: number },
) {
  const { school_id } = fixture
  await client.query(
    copy(
      'users',
      `jsonb_build_object('id', gen_random_uuid(), 'email', 'grown-' || $3::int || '-' || n || '@people.test',
        'user_code', null, 'name', 'Student ' || n)`,
      'select u, n from users u, generate_series(1, $3::int) n where u.school_id = $1 and u.id = $2',
    ),
    [school_id, fixture.students[0]!.id, students],
  )
  await client.query(
    `insert into enrolments (school_id, course_id, user_id, status, approved_at, created_at)
     select school_id, $2, id, 'approved', now(), now() - random() * interval '90 days'
     from users where school_id = $1 and email like 'grown-' || $3::int || '-%'`,
    [school_id, course_id, students],
  )
}

async function grow(client: pg.Client, fixture: BenchFixture, { contents, students }: Size): Promise<Grown> {
  const { school_id } = fixture
  const course_id = newId()
  await copyCourse(client, fixture, { course_id, contents })
  await copyStudents(client, fixture, { course_id, students })
  await client.query('analyze')
  const one = await client.query(
    `select (select id from contents where school_id = $1 and course_id = $2 order by position limit 1) as content_id,
       (select user_id from enrolments where school_id = $1 and course_id = $2 limit 1) as student_id`,
    [school_id, course_id],
  )
  const { content_id, student_id } = one.rows[0]
  const student = await insertSession(client, school_id, student_id)
  return { course_id, content_id, contents, students, student }
}

export interface GrowthResult {
  name: string
  /** Maximum ratio of large to small. */
  bar: number
  small: Timing
  large: Timing
  ratio: number
}

interface Measuring {
  origin: string
  fixture: BenchFixture
  growth: GrowthFixture
  seconds: number
}

/** Effect of a course's size on response times; `per byte` if the response is larger too. */
export async function measureGrowth(measuring: Measuring): Promise<GrowthResult[]> {
  const { growth } = measuring
  const contents = ({ course_id, student }: Grown) =>
    target(measuring, `/api/courses/v2/course-content-details/${course_id}`, student)
  const students = ({ course_id }: Grown) =>
    target(measuring, `/api/courses/v2/students/course_id/${course_id}?withCourseProgress`, growth.teacher)
  return [
    await compareSizes('contents_of_200_per_byte', measuring, {
      targetOf: contents,
      cost: (one) => one.p50 / one.bytes,
    }),
    await compareSizes('students_of_10000_first_page', measuring, {
      targetOf: students,
      cost: (one) => one.p97,
    }),
  ]
}

/** Alternating, with the median of three rounds, so that a slow moment of the machine affects both. */
async function compareSizes(
  name: string,
  { growth, seconds }: Measuring,
  { targetOf, cost }: { targetOf: (one: Grown) => Target; cost: (measured: Timing) => number },
): Promise<GrowthResult> {
  const rounds: GrowthResult[] = []
  await measureRequests(targetOf(growth.small), 1)
  await measureRequests(targetOf(growth.large), 1)
  for (let round = 0; round < 3; round++) {
    const small = await measureRequests(targetOf(growth.small), seconds)
    const large = await measureRequests(targetOf(growth.large), seconds)
    if (small.failed || large.failed)
      throw new Error(`${name}: ${small.failed + large.failed} requests failed`)
    rounds.push({ name, bar: 1.3, small, large, ratio: cost(large) / cost(small) })
  }
  return rounds.toSorted((one, other) => one.ratio - other.ratio)[1]!
}

/** Time that a teacher waits while typing: repeated saves of a text in the large course. */
export function measureAutosave(measuring: Measuring) {
  const { growth, seconds } = measuring
  const saving = target(measuring, `/api/courses/v2/contents/${growth.large.content_id}`, growth.teacher)
  const body = (n: number) => JSON.stringify({ body: `<p>${`Version ${n}. `.repeat(200)}</p>` })
  return measureRequests(
    {
      ...saving,
      method: 'PUT',
      turns: Array.from({ length: 20 }, (_, n) => ({ ...saving.turns[0]!, body: body(n) })),
      connections: 1,
    },
    seconds,
  )
}

function target({ origin, fixture }: Measuring, path: string, token: string): Target {
  const headers = {
    host: `${fixture.school_url}.localhost`,
    'x-access-token': token,
    'x-request-source': 'web',
    ...webClientHeaders,
    'content-type': 'application/json',
  }
  return { url: origin + path, turns: [{ headers }], connections: 4 }
}
