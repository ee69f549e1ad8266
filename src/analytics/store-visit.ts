import { redactUrl } from '#lib/urls/redact-url.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { trackedUserId, trackedUserType } from './tracked-user.ts'

interface Visit {
  url: string
  course_id: string | null
}

/** Stores one visit of a page. */
export async function storeVisit(ctx: Ctx, { url, course_id }: Visit) {
  const { tx, school_id, now, request_source } = ctx
  await tx
    .insertInto('visits')
    .values({
      school_id,
      id: newId(),
      url: redactUrl(url),
      user_id: trackedUserId(ctx),
      user_type: trackedUserType(ctx),
      course_id: course_id && (await ownCourse(ctx, course_id)),
      request_source,
      created_at: now,
    })
    .execute()
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
