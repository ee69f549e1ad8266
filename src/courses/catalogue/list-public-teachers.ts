import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { onlyListed, selectCourses } from '../queries.ts'

const maxTeachers = 12

/** The teachers whom visitors see on the home page. */
export async function listPublicTeachers(ctx: Ctx): Promise<Reply<typeof contract.listPublicTeachers>> {
  const rows = await onlyListed(selectCourses(ctx))
    .innerJoin('users as teacher', (on) =>
      on
        .onRef('teacher.school_id', '=', 'c.school_id')
        .onRef('teacher.id', '=', 'c.course_teacher_id')
        .on('teacher.erased_at', 'is', null),
    )
    .groupBy(['teacher.id', 'teacher.name', 'teacher.bio', 'teacher.avatar_upload_id'])
    .select(['teacher.id', 'teacher.name', 'teacher.bio', 'teacher.avatar_upload_id'])
    .select(sql<number>`count(*)::int`.as('courses_count'))
    .orderBy('courses_count', 'desc')
    .orderBy('teacher.name')
    .orderBy('teacher.id')
    .limit(maxTeachers)
    .execute()
  return {
    data: rows.map(({ avatar_upload_id, ...teacher }) => ({
      ...teacher,
      avatar_url: avatar_upload_id && publicMediaUrl(avatar_upload_id),
    })),
  }
}
