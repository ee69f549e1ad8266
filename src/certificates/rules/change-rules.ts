import { hasAssessment } from '#courses/index.ts'
import { findStudentsWhoMeet, getCourseRules, type CourseCondition } from '#learning/index.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { maxAssigned } from '../contract.ts'
import type * as contract from '../contract.ts'
import { templateAndCourse } from '../issuing/course-of.ts'
import { findLiveCertificates } from '../issuing/live-certificates.ts'
import { issueRetroactivelyJob } from '../job-handles.ts'
import { lockTemplate } from '../templates/change-templates.ts'
import { selectTemplates } from '../templates/template-queries.ts'
import { ruleViews, selectRules } from './rule-queries.ts'

/** Rules of a template. */
export const maxRules = 50

export async function listCertificateRules(
  ctx: Ctx,
  { id, limit, cursor }: Input<typeof contract.listCertificateRules>,
): Promise<Reply<typeof contract.listCertificateRules>> {
  await ensureTemplate(ctx, id)
  const page = await paginateByKeyset(selectRules(ctx).where('r.template_id', '=', id), {
    by: ['r.created_at', 'r.id'],
    direction: 'asc',
    key: (row) => [row.created_at.toISOString(), row.id],
    limit,
    cursor,
  })
  return { ...page, data: await ruleViews(ctx, page.data) }
}

export async function createCertificateRule(
  ctx: Ctx,
  { id: template_id, is_retroactive = false, ...given }: Input<typeof contract.createCertificateRule>,
): Promise<Reply<typeof contract.createCertificateRule>> {
  // Locked, so that two requests at the same time do not exceed the limit.
  await lockTemplate(ctx, template_id)
  const condition = await conditionFrom(ctx, given)
  const { tx, school_id, actor, now } = ctx
  const rules = await selectRules(ctx).where('r.template_id', '=', template_id).execute()
  if (rules.length >= maxRules) throw new Refusal('too_many_certificate_rules')
  const id = newId()
  const inserted = await tx
    .insertInto('certificate_rules')
    .values({ school_id, id, template_id, ...condition, created_by: actor.id, created_at: now })
    .onConflict((oc) => oc.columns(['school_id', 'template_id', 'course_id', 'content_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Refusal('rule_exists')
  await ctx.audit('certificate_rule.created', ['certificate_template', template_id], { ...condition })
  if (is_retroactive) await ctx.enqueue(issueRetroactivelyJob, { rule_id: id })
  const [view] = await ruleViews(ctx, await selectRules(ctx).where('r.id', '=', id).execute())
  return view!
}

export async function previewCertificateRule(
  ctx: Ctx,
  { id, ...given }: Input<typeof contract.previewCertificateRule>,
): Promise<Reply<typeof contract.previewCertificateRule>> {
  await ensureTemplate(ctx, id)
  const condition = await conditionFrom(ctx, given)
  const students = await findStudentsWhoMeet(ctx, condition, { limit: maxAssigned })
  const { course_id } = condition
  const { course_name } = await templateAndCourse(ctx, { certificate_id: id, course_id })
  const student_ids = students.map((student) => student.id)
  const live = await findLiveCertificates(ctx, { template_id: id, course_id, course_name, student_ids })
  return { meeting_count: students.length, new_count: students.length - live.size }
}

export async function deleteCertificateRule(
  ctx: Ctx,
  { id }: Input<typeof contract.deleteCertificateRule>,
): Promise<Reply<typeof contract.deleteCertificateRule>> {
  const { tx, school_id } = ctx
  const { template_id, course_id } = ensureFound(
    await tx
      .deleteFrom('certificate_rules')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .returning(['template_id', 'course_id'])
      .executeTakeFirst(),
  )
  await ctx.audit('certificate_rule.deleted', ['certificate_template', template_id], { course_id })
  return okReply
}

const ensureTemplate = async (ctx: Ctx, id: string) =>
  ensureFound(await selectTemplates(ctx).where('t.id', '=', id).executeTakeFirst())

type Given = Pick<Input<typeof contract.previewCertificateRule>, 'course_id' | 'content_id' | 'min_score'>

/** The condition of a rule. Refuses courses and assessments that do not exist, and a score without an assessment. */
async function conditionFrom(
  ctx: Ctx,
  { course_id, content_id = null, min_score = null }: Given,
): Promise<CourseCondition> {
  await getCourseRules(ctx, course_id)
  if (content_id === null && min_score === null) return { course_id, content_id, min_score }
  if (content_id === null) refuseInvalidField('content_id', 'required', 'A score needs an assessment.')
  if (min_score === null) refuseInvalidField('min_score', 'required', 'An assessment needs a score.')
  if (!(await hasAssessment(ctx, { course_id, content_id })))
    refuseInvalidField('content_id', 'not_a_choice', 'The course has no such assessment.')
  return { course_id, content_id, min_score }
}
