import { redactUrl } from '#lib/urls/redact-url.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { trackedUserId, trackedUserType } from './tracked-user.ts'

interface Visit {
  url: string
  course_id: string | null
}

/** Stores one page visit. */
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

/** An unknown course would create a meaningless count. */
async function ownCourse({ tx, school_id }: Ctx, course_id: string) {
  const row = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', course_id)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}
