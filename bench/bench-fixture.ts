import pg from 'pg'
import { demoPassword } from '#demo/index.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'

export interface BenchFixture {
  school_id: string
  school_url: string
  course_id: string
  /** A text content that every student may open. */
  text_id: string
  /** Students of the course, each with a session and the content to continue with. */
  students: { id: string; email: string; token: string; content_id: string }[]
  password: string
  passwordHash: string
}

/** The largest course of a demo school and its students, each with a session. */
export async function createBenchFixture(ownerUrl: string, school_url: string): Promise<BenchFixture> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const school = await client.query('select school_id from school_hosts where host = $1', [school_url])
    const school_id = school.rows[0].school_id as string
    await client.query(`set app.school_id = '${school_id}'`)
    const course_id = await findLargestCourse(client, school_id)
    const text = await client.query(
      `select id from contents where school_id = $1 and course_id = $2 and type = 'text' and is_published
         and not is_locked and opens_at is null and opens_after_days is null and opens_after_content_id is null
       order by length(body) desc limit 1`,
      [school_id, course_id],
    )
    const rows = await client.query(
      `select u.id, u.email, u.password_hash, (select c.id from contents c where c.school_id = e.school_id
         and c.course_id = e.course_id and c.type = 'video' and c.is_published limit 1) as content_id
       from enrolments e join users u on u.school_id = e.school_id and u.id = e.user_id
       where e.school_id = $1 and e.course_id = $2 and e.status = 'approved' and u.status = 'active' limit 20`,
      [school_id, course_id],
    )
    const students = []
    for (const { id, email, content_id } of rows.rows)
      students.push({ id, email, content_id, token: await insertSession(client, school_id, id) })
    return {
      school_id,
      school_url,
      course_id,
      text_id: text.rows[0].id,
      students,
      password: demoPassword,
      passwordHash: rows.rows[0].password_hash,
    }
  } finally {
    await client.end()
  }
}

/** Inserts a session of one day; returns its token. */
export async function insertSession(client: pg.Client, school_id: string, user_id: string) {
  const token = newToken()
  await client.query(
    `insert into sessions (school_id, token_hash, id, user_id, expires_at) values ($1, $2, $3, $4, now() + interval '1 day')`,
    [school_id, hashToken(token), newId(), user_id],
  )
  return token
}

/** The public course with the most contents. */
async function findLargestCourse(client: pg.Client, school_id: string) {
  const courses = await client.query(
    `select c.course_id, count(*) from contents c join courses k on k.school_id = c.school_id and k.id = c.course_id
     where c.school_id = $1 and k.course_is_public and not k.is_coming_soon and not k.is_hidden
     group by 1 order by 2 desc limit 1`,
    [school_id],
  )
  return courses.rows[0].course_id as string
}
