import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mayEditCourse } from '../policy.ts'
import { lockCourse } from '../queries.ts'

const named = 10

/** For editors of the lessons; staff may see each course, but not edit it. */
export async function listMirrors(ctx: Ctx, { id }: Input<typeof contract.listMirrors>) {
  ensureAllowed(mayEditCourse(ctx.actor, await lockCourse(ctx, id)))
  const mirrors = ctx.tx
    .selectFrom('courses')
    .where('school_id', '=', ctx.school_id)
    .where('mirror_course_id', '=', id)
    .where('deleted_at', 'is', null)
  const rows = await mirrors
    .orderBy('course_name')
    .orderBy('id')
    .limit(named)
    .select(['id', 'course_name', 'course_teacher_id', 'created_by'])
    .execute()
  const few = mirrors.select(sql`1`.as('one')).limit(1_000)
  const { total } = await ctx.tx
    .selectFrom(few.as('few'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = rows.map((row) => ({
    id: row.id,
    course_name: row.course_name,
    may_edit: mayEditCourse(ctx.actor, row).allowed,
  }))
  return { data, total }
}
