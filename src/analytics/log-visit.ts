import { isStaff, type Ctx } from '#platform/context.ts'
import { done, type Input } from '#platform/route.ts'
import { newId } from '#platform/tokens.ts'
import type * as contract from './contract.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Who visited comes from the session: what the body says of it is not looked at. */
export async function logVisit(ctx: Ctx, { url, course_id }: Input<typeof contract.logVisit>) {
  const { tx, school_id, actor, now, request_source } = ctx
  const known = actor.role === 'student' || isStaff(actor)
  await tx
    .insertInto('visits')
    .values({
      school_id,
      id: newId(),
      url: withoutSecrets(url),
      user_id: known ? actor.id : null,
      user_type: known ? actor.role : null,
      course_id: course_id ? await ownCourse(ctx, course_id) : null,
      request_source,
      created_at: now,
    })
    .execute()
  return done
}

/** A course of another school, or none at all, would make a count that nobody can explain. */
async function ownCourse({ tx, school_id }: Ctx, course_id: string) {
  const row = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', course_id)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}
