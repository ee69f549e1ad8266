import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { isByResult, isPlayable } from '../outline/completion-rules.ts'
import { parseInstant } from '../management/course-columns-from.ts'
import { createsCycle } from '../reading/locks.ts'

interface Rules {
  opens_at?: string | null
  opens_after_content_id?: string | null
  opens_after_score?: number | null
  completion_rule?: string | null
  is_free_preview?: boolean
}

interface Ruled {
  id: string | null
  course_id: string
  type: string
  opens_after_content_id?: string | null
}

/** Refuses an impossible rule. The course must be locked if a prerequisite is set. */
export async function ensureContentRules(ctx: Ctx, content: Ruled, given: Rules) {
  if (given.opens_at) parseInstant('opens_at', given.opens_at)
  ensureCompletionRule(content.type, given.completion_rule ?? null)
  if (given.is_free_preview && content.type === 'assessment')
    refuseInvalidField('is_free_preview', 'not_for_visitors', 'Only students of the course take assessments.')
  if (given.opens_after_content_id || given.opens_after_score) await ensurePrerequisite(ctx, content, given)
}

function ensureCompletionRule(type: string, rule: string | null) {
  if (rule === 'watched' && !isPlayable(type))
    refuseInvalidField('completion_rule', 'not_played', 'Only videos and audio can be completed by playing.')
  if (rule === 'read' && type !== 'text')
    refuseInvalidField('completion_rule', 'not_read', 'Only texts can be completed by reading.')
  if (isByResult(rule) && type !== 'assessment')
    refuseInvalidField('completion_rule', 'not_by_result', 'Only assessments are completed by a result.')
}

async function ensurePrerequisite(ctx: Ctx, content: Ruled, given: Rules) {
  const { opens_after_content_id: after = content.opens_after_content_id ?? null } = given
  const rows = await ctx.tx
    .selectFrom('contents')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', content.course_id)
    .select(['id', 'type', 'opens_after_content_id'])
    .execute()
  const prerequisite = rows.find((row) => row.id === after)
  if (after !== null && !prerequisite)
    refuseInvalidField('opens_after_content_id', 'content_unknown', 'Lesson not found in this course.')
  if (given.opens_after_score && prerequisite?.type !== 'assessment')
    refuseInvalidField('opens_after_score', 'not_scored', 'Only assessments have a score.')
  const waiting = new Map(
    rows.flatMap((row) => (row.opens_after_content_id ? [[row.id, row.opens_after_content_id]] : [])),
  )
  if (content.id && after !== null && createsCycle(content.id, after, waiting))
    refuseInvalidField(
      'opens_after_content_id',
      'waits_in_circle',
      'These lessons would wait for each other.',
    )
}
