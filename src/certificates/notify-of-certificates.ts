import { translator } from '#platform/pages/translate.ts'
import { sendMails } from '#mail/index.ts'
import { notifyAll } from '#notifications/index.ts'
import type { StudentRow } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { IssuedCertificate } from './issuing/issue-certificates.ts'
import { verifyUrl } from './queries.ts'

/** Notifies students of their certificates, on the page and by mail. */
export async function notifyOfCertificates(
  ctx: Ctx,
  students: readonly StudentRow[],
  issued: readonly IssuedCertificate[],
): Promise<void> {
  const byId = new Map(students.map((student) => [student.id, student]))
  await notifyAll(
    ctx,
    issued.map(({ id, student_id, course_name }) => ({
      user_id: student_id,
      kind: 'certificate_issued',
      data: { certificate_id: id, course_name },
    })),
  )
  const mails = issued.flatMap((certificate) => {
    const student = byId.get(certificate.student_id)
    // Imported students who never logged in did not request mail.
    return student?.has_come ? [mailFor(ctx, student, certificate)] : []
  })
  await sendMails(ctx, mails)
}

function mailFor({ school, config }: Ctx, student: StudentRow, { id, course_name }: IssuedCertificate) {
  const locale = student.language ?? school?.language ?? 'en'
  const t = translator(locale)
  const values = { course: course_name, school: school?.name ?? '', name: student.name }
  return {
    to: student.email,
    user_id: student.id,
    is_unproved: !student.is_proved,
    kind: 'certificate_issued' as const,
    locale,
    mail: {
      subject: t('certificates:issued.subject', values),
      heading: t('certificates:issued.heading', values),
      paragraphs: [t('certificates:issued.greeting', values), t('certificates:issued.text', values)],
      button: {
        label: t('certificates:issued.button'),
        url: verifyUrl(config, { id, reseller_root_domain: school?.reseller_root_domain ?? null }),
      },
    },
  }
}
