import type { Ctx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import type { LinkHolder } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import type { ReadGrant } from './read-links.ts'

/** The reader of a private link; null if not permitted. Checked again after 15 seconds at most. */
export type FindUploadReader = (grant: ReadGrant, now: Date) => Promise<LinkHolder | null>

/** Whether the actor may open a content of a course now, by the same rule as the content's route. */
export type MayOpenContent = (
  ctx: Pick<Ctx, 'tx' | 'school_id' | 'actor' | 'now'>,
  content: Pick<ReadGrant, 'content_id' | 'course_id'>,
) => Promise<boolean>

/** Whether everybody may read a file of a content now, by the same rule as the content's public page. */
export type MayReadFreePreview = (
  ctx: Pick<Ctx, 'tx' | 'school_id' | 'now'>,
  file: { course_id: string; content_id: string; upload_id: string },
) => Promise<boolean>

/**
 * The person of the link, while active, with a valid session, and with access to the content that the link names.
 */
export function createUploadReadCheck(
  { databases, config, holderOf }: Services,
  mayOpen: MayOpenContent,
): FindUploadReader {
  return ({ school_id, user_id, session_id, content_id, course_id }, now) =>
    withReadOnlySchoolTx(databases.db, school_id, async (tx) => {
      const holder = await holderOf({ tx, config, now, school_id }, user_id, session_id || null)
      if (!holder || !content_id) return holder
      const { actor } = holder
      return (await mayOpen({ tx, school_id, actor, now }, { content_id, course_id })) ? holder : null
    })
}
