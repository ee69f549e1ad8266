import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { isPlayable } from '../outline/completion-rules.ts'
import { parseInstant } from '../management/course-columns-from.ts'
import { createsCycle } from '../reading/locks.ts'

interface Rules {
  opens_at?: string | null
  opens_after_content_id?: string | null
  completion_rule?: string | null
}

interface Ruled {
  id: string | null
  course_id: string
  type: string
}

/** Refuses an impossible rule. The course must be locked if a prerequisite is set. */
export async function ensureContentRules(ctx: Ctx, content: Ruled, given: Rules) {
  if (given.opens_at) parseInstant('opens_at', given.opens_at)
  if (given.completion_rule === 'watched' && !isPlayable(content.type))
    refuseInvalidField('completion_rule', 'not_played', 'Only videos and audio can be completed by playing.')
  if (given.completion_rule === 'read' && content.type !== 'text')
    refuseInvalidField('completion_rule', 'not_read', 'Only texts can be completed by reading.')
  const after = given.opens_after_content_id
  if (!after) return
  const rows = await ctx.tx
    .selectFrom('contents')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', content.course_id)
    .select(['id', 'opens_after_content_id'])
    .execute()
  if (!rows.some((row) => row.id === after))
    refuseInvalidField('opens_after_content_id', 'content_unknown', 'Lesson not found in this course.')
  const waiting = new Map(
    rows.flatMap((row) => (row.opens_after_content_id ? [[row.id, row.opens_after_content_id]] : [])),
  )
  if (content.id && createsCycle(content.id, after, waiting))
    refuseInvalidField(
      'opens_after_content_id',
      'waits_in_circle',
      'These lessons would wait for each other.',
    )
}
