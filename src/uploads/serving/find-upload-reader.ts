import type { Ctx } from '#tenancy/context/request-context.ts'
import { withSchoolTx } from '#platform/database/database.server.ts'
import type { LinkHolder } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import type { ReadGrant } from '#platform/storage/links.ts'

/** Who reads by a private link; null for nobody. Asked again at most 15 seconds later. */
export type FindUploadReader = (grant: ReadGrant, now: Date) => Promise<LinkHolder | null>

/** Whether the actor may open a content through a course now, by the rule of the content's own call. */
export type MayOpenContent = (
  ctx: Pick<Ctx, 'tx' | 'school_id' | 'actor' | 'now'>,
  content: Pick<ReadGrant, 'content_id' | 'course_id'>,
) => Promise<boolean>

/** The person of the link while he or she may act, the link's session lives, and the content that it names is open. */
export function createUploadReadCheck(
  { databases, config, holderOf }: Services,
  mayOpen: MayOpenContent,
): FindUploadReader {
  return ({ school_id, user_id, session_id, content_id, course_id }, now) =>
    withSchoolTx(
      databases.db,
      school_id,
      async (tx) => {
        const holder = await holderOf({ tx, config, now, school_id }, user_id, session_id || null)
        if (!holder || !content_id) return holder
        const { actor } = holder
        return (await mayOpen({ tx, school_id, actor, now }, { content_id, course_id })) ? holder : null
      },
      { readOnly: true },
    )
}
