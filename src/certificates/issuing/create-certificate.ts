import { findStudents, getStudent, findStudentsWhoCompleted } from '#learning/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { maxAssigned } from '../contract.ts'
import type * as contract from '../contract.ts'
import { notifyOfCertificates } from '../notify-of-certificates.ts'
import { getCertificateView } from '../reading/list-certificates.ts'
import { templateAndCourse } from './course-of.ts'
import { issueCertificates, lockCounter } from './issue-certificates.ts'
import { findLiveCertificates } from './live-certificates.ts'

export async function createStudentCertificate(
  ctx: Ctx,
  { student_id, student_name, ...requested }: Input<typeof contract.createStudentCertificate>,
): Promise<Reply<typeof contract.createStudentCertificate>> {
  const student = await getStudent(ctx, student_id)
  const { template, course_id, course_name } = await templateAndCourse(ctx, requested)
  await lockCounter(ctx)
  const same = { template_id: template.id, course_id, course_name, student_ids: [student.id] }
  if ((await findLiveCertificates(ctx, same)).size > 0) throw new Refusal('certificate_exists')
  const name = student_name?.trim() || student.name
  const certificate = { student_id, student_name: name, course_id, course_name, issue_key: null }
  const [issued] = await issueCertificates(ctx, template, { source: 'manual', certificates: [certificate] })
  await ctx.audit('certificate.issued', ['certificate', issued!.id], { student_id, course_id })
  await notifyOfCertificates(ctx, [student], [issued!])
  return getCertificateView(ctx, issued!.id)
}

export async function assignCertificates(
  ctx: Ctx,
  { preview = false, ...requested }: Input<typeof contract.assignCertificates>,
): Promise<Reply<typeof contract.assignCertificates>> {
  const { template, course_id, course_name } = await templateAndCourse(ctx, requested)
  const students = await studentsOf(ctx, { ...requested, course_id })
  if (!preview) await lockCounter(ctx)
  const student_ids = students.map(({ id }) => id)
  const live = await findLiveCertificates(ctx, {
    template_id: template.id,
    course_id,
    course_name,
    student_ids,
  })
  const certificates = students
    .filter(({ id }) => !live.has(id))
    .map(({ id, name }) => ({
      student_id: id,
      student_name: name,
      course_id,
      course_name,
      issue_key: null,
    }))
  const issued = preview ? [] : await issueCertificates(ctx, template, { source: 'bulk', certificates })
  if (issued.length > 0) {
    await ctx.audit('certificate.assigned', ['certificate_template', template.id], {
      count: issued.length,
      course_id,
    })
    await notifyOfCertificates(ctx, students, issued)
  }
  const ids = new Map([...live, ...issued.map(({ student_id, id }) => [student_id, id] as const)])
  const data = students.map(({ id, name }) => ({
    student_id: id,
    student_name: name,
    outcome: live.has(id) ? ('has_certificate' as const) : ('issued' as const),
    id: ids.get(id) ?? null,
  }))
  return { issued_count: issued.length, data: [...data, ...missing(requested, student_ids)] }
}

type Requested = Omit<Input<typeof contract.assignCertificates>, 'preview'>

const idsOf = ({ student_id, student_ids = [] }: Requested) => [
  ...new Set([...(student_id ? [student_id] : []), ...student_ids]),
]

async function studentsOf(ctx: Ctx, requested: Requested & { course_id: string | null }) {
  const { completed_only = false, course_id } = requested
  const ids = idsOf(requested)
  if (!completed_only || course_id === null) return findStudents(ctx, ids)
  const completed = await findStudentsWhoCompleted(ctx, course_id, maxAssigned)
  return ids.length === 0 ? completed : completed.filter(({ id }) => ids.includes(id))
}

/** People who were named and get no certificate, because they are no students of the school. */
const missing = (requested: Requested, found: readonly string[]) =>
  requested.completed_only
    ? []
    : idsOf(requested)
        .filter((id) => !found.includes(id))
        .map((student_id) => ({
          student_id,
          student_name: '',
          outcome: 'not_a_student' as const,
          id: null,
        }))
