import pg from 'pg'
import { inject } from 'vitest'
import { cloneTemplate } from '../harness/databases.ts'
import type { TestSchool } from './school-builder.ts'

interface Crowd {
  course_id: string
  size: number
  /** Contents that each student has completed. */
  completed: { id: string }[]
}

/**
 * Thousands of approved students of a course, inserted as the owner because individual builders take minutes;
 * also updates the planner's statistics.
 */
export async function manyStudents({ school_id }: TestSchool, { course_id, size, completed }: Crowd) {
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `with crowd as (
         insert into users (school_id, id, role, name, email)
         select $1, gen_random_uuid(), 'student', 'Student ' || n, n || '-' || gen_random_uuid() || '@crowd.test'
         from generate_series(1, $3::int) n returning id
       ), places as (
         insert into enrolments (school_id, course_id, user_id, status, created_at)
         select $1, $2, id, 'approved', now() - random() * interval '300 days' from crowd
       )
       insert into content_progress (school_id, user_id, course_id, content_id, completed_at)
       select $1, crowd.id, $2, content_id, now() from crowd, unnest($4::uuid[]) content_id`,
      [school_id, course_id, size, completed.map((content) => content.id)],
    )
    await client.query('analyze users, enrolments, content_progress, contents, courses')
  } finally {
    await client.end()
  }
}
