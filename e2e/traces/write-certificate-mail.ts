import { notifyOfCertificates } from '#certificates/notify-of-certificates.ts'
import { getStudent } from '#learning/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { TraceFixture } from './trace-fixture.ts'

/** Mails a student about a new certificate. */
export async function writeCertificateMail(ctx: Ctx, { people }: Pick<TraceFixture, 'people'>) {
  const student = { ...(await getStudent(ctx, people.student.id)), has_come: true }
  const certificate = {
    id: newId(),
    student_id: student.id,
    student_name: student.name,
    course_id: null,
    course_name: 'Sailing',
    issue_key: null,
  }
  await notifyOfCertificates(ctx, [student], [certificate])
}
