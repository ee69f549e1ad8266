import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Attachment {
  id: string
  course_id: string | null
  content_id: string
}

/** Refuses a content that is not of the course and of this type, or that shows another assessment. */
export async function ensureAttachable({ tx, school_id }: Ctx, { id, course_id, content_id }: Attachment) {
  const content = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('id', '=', content_id)
    .select(['course_id', 'type'])
    .forShare()
    .executeTakeFirst()
  if (!content || content.course_id !== course_id)
    refuseInvalidField('content_id', 'content_unknown', 'The course has no such content.')
  if (content.type !== 'assessment')
    refuseInvalidField('content_id', 'not_an_assessment', 'A lesson of this type shows no assessment.')
  const other = await tx
    .selectFrom('assessments')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()
  if (other) throw new Refusal('content_has_assessment')
}
