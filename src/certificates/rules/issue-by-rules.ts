import { findStudentsWhoMeet, getCourseRulesById, type StudentRow } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { templateAndCourse } from '../issuing/course-of.ts'
import { issueCertificates, lockCounter } from '../issuing/issue-certificates.ts'
import { findLiveCertificates } from '../issuing/live-certificates.ts'
import { issueByRulesJob, issueRetroactivelyJob } from '../job-handles.ts'
import { notifyOfCertificates } from '../notify-of-certificates.ts'
import { selectRules, type RuleRow } from './rule-queries.ts'

/** Students of one transaction. */
const studentsAtOnce = 500

interface CourseStudents {
  course_id: string
  student_ids: readonly string[]
}

/**
 * Schedules the check of the rules of a course for students who have just completed it, or got a score in it. In a job, so
 * that issuing neither delays nor fails the answer of a student.
 */
export async function scheduleRules(
  ctx: Ctx,
  { course_id, student_ids }: CourseStudents,
  content_id?: string,
): Promise<void> {
  const rule = await selectRules(ctx)
    .where('r.course_id', '=', course_id)
    .$if(content_id !== undefined, (rules) => rules.where('r.content_id', '=', content_id!))
    .limit(1)
    .executeTakeFirst()
  if (!rule) return
  for (let from = 0; from < student_ids.length; from += studentsAtOnce)
    await ctx.enqueue(issueByRulesJob, {
      course_id,
      student_ids: student_ids.slice(from, from + studentsAtOnce),
    })
}

/** Issues certificates to those of these students who meet a rule of the course. */
export async function issueByRules(ctx: Ctx, { course_id, student_ids }: CourseStudents): Promise<void> {
  if (student_ids.length === 0) return
  const rules = await selectRules(ctx).where('r.course_id', '=', course_id).orderBy('r.id').execute()
  for (const rule of rules) {
    const students = await findStudentsWhoMeet(ctx, rule, { student_ids, limit: studentsAtOnce })
    await issueTo(ctx, rule, students)
  }
}

/** Issues certificates by one rule to students who meet it, in the order of their ids, and schedules the next ones. */
export async function issueRetroactively(
  ctx: Ctx,
  { rule_id, after }: { rule_id: string; after?: string },
): Promise<void> {
  const rule = await selectRules(ctx).where('r.id', '=', rule_id).executeTakeFirst()
  if (!rule) return
  const students = await findStudentsWhoMeet(ctx, rule, { limit: studentsAtOnce, ...(after && { after }) })
  await issueTo(ctx, rule, students)
  const last = students.at(-1)
  if (students.length === studentsAtOnce && last)
    await ctx.enqueue(issueRetroactivelyJob, { rule_id, after: last.id })
}

async function issueTo(ctx: Ctx, rule: RuleRow, students: readonly StudentRow[]) {
  if (students.length === 0) return
  const { id, certificate_id, course_id } = rule
  // The course may have been deleted since.
  if ((await getCourseRulesById(ctx, [course_id])).length === 0) return
  const { template, course_name } = await templateAndCourse(ctx, { certificate_id, course_id })
  // Locked before the look at what students have, so that nobody issues one in between.
  await lockCounter(ctx)
  const live = await findLiveCertificates(ctx, {
    template_id: template.id,
    course_id,
    course_name,
    student_ids: students.map((student) => student.id),
  })
  const certificates = students
    .filter((student) => !live.has(student.id))
    .map((student) => ({
      student_id: student.id,
      student_name: student.name,
      course_id,
      course_name,
      // A certificate that was revoked is not issued again.
      issue_key: `rule/${id}/${student.id}`,
    }))
  const issued = await issueCertificates(ctx, template, { source: 'rule', certificates })
  if (issued.length === 0) return
  await ctx.audit('certificate.issued_by_rule', ['certificate_template', template.id], {
    count: issued.length,
    course_id,
  })
  await notifyOfCertificates(ctx, students, issued)
}
