import pg from 'pg'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'

export interface FaultFixture {
  school_id: string
  host: string
  course_id: string
  content_id: string
  /** Sessions of students with access to the content. */
  students: string[]
  /** Sessions of admins, one each: a person may invite 200 people in an hour. */
  admins: string[]
}

const adminCount = 40

/** A course of a demo school with one of its texts, and sessions of its people. */
export async function createSchools(ownerUrl: string, school_url: string): Promise<FaultFixture> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const school = await client.query('select school_id from school_hosts where host = $1', [school_url])
    const school_id: string = school.rows[0].school_id
    await client.query(`set app.school_id = '${school_id}'`)
    const { rows } = await client.query(
      `select e.course_id, e.user_id, (select c.id from contents c where c.school_id = e.school_id
         and c.course_id = e.course_id and c.type = 'text' and c.is_published order by c.position limit 1) as content_id
       from enrolments e join users u on u.school_id = e.school_id and u.id = e.user_id
         join courses k on k.school_id = e.school_id and k.id = e.course_id
       where e.school_id = $1 and e.status = 'approved' and u.status = 'active' and not k.is_coming_soon
         and e.course_id = (select course_id from enrolments where school_id = $1 and status = 'approved'
           group by 1 order by count(*) desc, course_id limit 1) limit 20`,
      [school_id],
    )
    const session = async (user_id: string) => {
      const token = newToken()
      await client.query(
        `insert into sessions (school_id, token_hash, id, user_id, expires_at)
         values ($1, $2, $3, $4, now() + interval '1 day')`,
        [school_id, hashToken(token), newId(), user_id],
      )
      return token
    }
    const students = []
    for (const { user_id } of rows) students.push(await session(user_id))
    const admins = []
    for (const id of await createAdmins(client, school_id)) admins.push(await session(id))
    const { course_id, content_id } = rows[0]
    return { school_id, host: `${school_url}.localhost`, course_id, content_id, students, admins }
  } finally {
    await client.end()
  }
}

async function createAdmins(client: pg.Client, school_id: string) {
  const ids = Array.from({ length: adminCount }, () => newId())
  for (const id of ids)
    await client.query(
      `insert into users (school_id, id, role, status, name, email) values ($1, $2, 'admin', 'active', 'Admin', $3)`,
      [school_id, id, `${id}@faults.test`],
    )
  return ids
}
