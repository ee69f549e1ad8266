import { findDrawQuestions, findQuestions } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isAnswerable, maxSlots } from '../policy.ts'
import type { AssessmentSettings, PublishIssue, Section } from '../shapes.ts'
import { slotCount } from './check-items.ts'

interface Checked {
  settings: AssessmentSettings
  sections: readonly Section[]
}

/** Questions that a draft names, and what prevents publishing it. */
export async function findPublishIssues(ctx: Ctx, { settings, sections }: Checked) {
  const items = sections.flatMap((section, at) =>
    section.items.map((item, index) => ({ ...item, section: at, item: index })),
  )
  const questions = await findQuestions(
    ctx,
    items.flatMap(({ question_id }) => question_id ?? []),
  )
  const found = new Set(questions.map(({ id }) => id))
  const drawn = items.filter(({ draw }) => draw !== null)
  const pools = await findDrawQuestions(
    ctx,
    drawn.map(({ draw }) => draw!),
  )
  const issues: PublishIssue[] = ofWhole({ settings, sections })
  for (const { question_id, section, item } of items)
    if (question_id !== null && !found.has(question_id))
      issues.push({ code: 'question_deleted', section, item })
  const unavailable = new Set(questions.filter(({ type }) => !isAnswerable(type)).map(({ id }) => id))
  for (const { question_id, section, item } of items)
    if (question_id !== null && unavailable.has(question_id))
      issues.push({ code: 'question_type_unavailable', section, item })
  drawn.forEach(({ draw, section, item }, at) => {
    // Questions that the assessment has already are not drawn.
    const available = pools[at]!.filter(
      ({ question_id, type }) => !found.has(question_id) && isAnswerable(type),
    ).length
    if (available < draw!.count) issues.push({ code: 'too_few_questions', section, item })
  })
  return { questions, issues }
}

function ofWhole({ settings, sections }: Checked): PublishIssue[] {
  const whole = { section: null, item: null }
  const { opens_at, closes_at } = settings
  const isEmpty = opens_at !== null && closes_at !== null && new Date(closes_at) <= new Date(opens_at)
  const slots = slotCount(sections)
  return [
    ...(slots === 0 ? [{ code: 'no_questions' as const, ...whole }] : []),
    ...(slots > maxSlots ? [{ code: 'too_many_questions' as const, ...whole }] : []),
    ...(settings.is_one_way ? [{ code: 'one_way_unavailable' as const, ...whole }] : []),
    ...(settings.integrity === 'none' ? [] : [{ code: 'integrity_unavailable' as const, ...whole }]),
    ...(isEmpty ? [{ code: 'window_empty' as const, ...whole }] : []),
  ]
}
