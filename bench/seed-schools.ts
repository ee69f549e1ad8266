import pg from 'pg'

export interface SeedSize {
  schools: number
  enrolments: number
}

const coursesEach = 5
const lessonsEach = 2
const contentsEach = 3
/** Schools per transaction. */
const atOnce = 500

const mark = ({ schools, enrolments }: SeedSize) => `crowd of ${schools} schools, ${enrolments} enrolments`

/** The demo school from which all copy colours and passwords. */
export const templateSchoolUrl = 'codecraft'

/**
 * Creates `schools` schools with `enrolments` enrolments in total, all of the same shape, with bulk statements as
 * the database owner. Continues an interrupted run; does nothing if complete.
 */
export async function seedSchools(ownerUrl: string, crowd: SeedSize, tell: (done: number) => void) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const marked = await client.query('select from schema_migrations where name = $1', [mark(crowd)])
    if (marked.rowCount) return
    await client.query('set synchronous_commit = off')
    const present = await client.query(
      `select count(*)::int as n from school_hosts where host like 'crowd-%'`,
    )
    const students = Math.max(1, Math.round(crowd.enrolments / crowd.schools / coursesEach))
    for (let first = present.rows[0].n + 1; first <= crowd.schools; first += atOnce) {
      const last = Math.min(crowd.schools, first + atOnce - 1)
      await client.query('begin')
      for (const statement of statementsFor(first, last, students)) await client.query(statement)
      await client.query('commit')
      tell(last)
    }
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
    await client.query(`insert into schema_migrations (name, checksum) values ($1, '')`, [mark(crowd)])
  } finally {
    await client.end()
  }
}

/** Ids in row order, like real ids in time order. */
const id = (kind: number, number: string) =>
  `('0190000${kind}-0000-7000-8000-' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`

const school = id(0, 'n')
const user = (k: string) => id(1, `n * 100000 + ${k}`)
const course = id(2, 'n * 100 + c')
const lesson = (l: string) => id(3, `n * 1000 + c * 10 + ${l}`)

function statementsFor(first: number, last: number, students: number): string[] {
  const schools = `generate_series(${first}, ${last}) n`
  const courses = `${schools}, generate_series(1, ${coursesEach}) c`
  const like = `(select * from schools where school_url = '${templateSchoolUrl}') like_this`
  const password = `(select password_hash from users where school_id = (select school_id from schools
    where school_url = '${templateSchoolUrl}') and role = 'student' and status = 'active' limit 1) login`
  const days = (seed: string) => `now() - (${seed}) % 300 * interval '1 day'`
  return [
    `insert into schools (school_id, school_url, name, tagline, currency_code, country, time_zone, school_no, theme, theme_css)
     select ${school}, 'crowd-' || n, 'Crowd School ' || n, 'One of many', currency_code, country, time_zone,
       'C' || n, theme, theme_css from ${schools}, ${like}`,
    `insert into school_hosts (host, school_id) select 'crowd-' || n, ${school} from ${schools}`,
    `insert into school_directory (school_id, school_url, name, country)
     select ${school}, 'crowd-' || n, 'Crowd School ' || n, 'NG' from ${schools}`,
    `insert into users (school_id, id, role, email, name, password_hash, created_at)
     select ${school}, ${user('k')}, case k when 0 then 'teacher' else 'student' end, 'person-' || k || '@crowd-' || n || '.test',
       'Person ' || k || ' of ' || n, password_hash, ${days('k * 7')}
     from ${schools}, generate_series(0, ${students}) k, ${password}`,
    `insert into courses (school_id, id, course_code, course_name, short_description, course_is_public, course_teacher_id, created_by, position, created_at)
     select ${school}, ${course}, 'C' || c, 'Course ' || c || ' of school ' || n, 'What everybody should know', true,
       ${user('0')}, ${user('0')}, c, ${days('c * 11')} from ${courses}`,
    `insert into lessons (school_id, id, course_id, title, position)
     select ${school}, ${lesson('l')}, ${course}, 'Lesson ' || l, l from ${courses}, generate_series(1, ${lessonsEach}) l`,
    `insert into contents (school_id, id, course_id, lesson_id, type, title, body, duration_seconds, position, is_published)
     select ${school}, ${id(4, 'n * 10000 + c * 100 + l * 10 + t')}, ${course}, ${lesson('l')},
       case t when 1 then 'video' else 'text' end, 'Content ' || t, case t when 1 then '' else repeat('<p>A text to read.</p>', 20) end,
       case t when 1 then 600 end, t, true
     from ${courses}, generate_series(1, ${lessonsEach}) l, generate_series(1, ${contentsEach}) t`,
    `insert into outline_versions (school_id, course_id, version) select ${school}, ${course}, gen_random_uuid() from ${courses}`,
    `insert into enrolments (school_id, course_id, user_id, status, approved_at, created_at)
     select ${school}, ${course}, ${user('k')}, 'approved', ${days('k * 7')}, ${days('k * 7')}
     from ${courses}, generate_series(1, ${students}) k`,
  ]
}
