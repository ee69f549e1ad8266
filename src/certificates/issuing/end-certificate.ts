import { getStudent } from '#learning/index.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { notifyOfCertificates } from '../notify-of-certificates.ts'
import { mayEnd } from '../policy.ts'
import { selectCertificates, type CertificateRow } from '../queries.ts'
import { getCertificateView } from '../reading/list-certificates.ts'
import { getTemplateVersion } from '../templates/template-queries.ts'
import { issueCertificates, type IssuingTemplate } from './issue-certificates.ts'

export async function revokeCertificate(
  ctx: Ctx,
  { id, reason = '' }: Input<typeof contract.revokeCertificate>,
): Promise<Reply<typeof contract.revokeCertificate>> {
  ensureAllowed(mayEnd(await lockCertificate(ctx, id)))
  await endCertificate(ctx, id, { state: 'revoked', end_reason: reason.trim() })
  await ctx.audit('certificate.revoked', ['certificate', id], { reason: reason.trim() })
  return okReply
}

/** Issues the successor from the same version of the template, and ends this one in the same transaction. */
export async function correctCertificate(
  ctx: Ctx,
  { id, student_name, course_name, reason = '' }: Input<typeof contract.correctCertificate>,
): Promise<Reply<typeof contract.correctCertificate>> {
  const before = await lockCertificate(ctx, id)
  if (before.erased_at) throw new Refusal('person_erased')
  ensureAllowed(mayEnd(before))
  const student = await getStudent(ctx, before.student_id)
  const template = await templateOf(ctx, before)
  const certificate = {
    student_id: student.id,
    student_name: student_name?.trim() ?? before.student_name,
    course_id: before.course_id,
    course_name: course_name?.trim() ?? before.course_name,
    issue_key: null,
    replaces_id: id,
    is_public: before.is_public,
  }
  const [issued] = await issueCertificates(ctx, template, {
    source: 'correction',
    certificates: [certificate],
  })
  await endCertificate(ctx, id, {
    state: 'superseded',
    end_reason: reason.trim(),
    replaced_by_id: issued!.id,
  })
  await ctx.audit('certificate.corrected', ['certificate', id], {
    replaced_by_id: issued!.id,
    reason: reason.trim(),
  })
  await notifyOfCertificates(ctx, [student], [issued!])
  return getCertificateView(ctx, issued!.id)
}

/** The version of the template from which a certificate was issued. */
async function templateOf(
  ctx: Ctx,
  { template_id, template_version }: CertificateRow,
): Promise<IssuingTemplate> {
  const content = await getTemplateVersion(ctx, template_id, template_version)
  return { id: template_id, version: template_version, content }
}

const lockCertificate = async (ctx: Ctx, id: string) =>
  ensureFound(await selectCertificates(ctx).where('c.id', '=', id).forUpdate().executeTakeFirst())

interface End {
  state: 'revoked' | 'superseded'
  end_reason: string
  replaced_by_id?: string
}

const endCertificate = ({ tx, school_id, actor, now }: Ctx, id: string, end: End) =>
  tx
    .updateTable('certificates')
    .set({ ...end, ended_at: now, ended_by: actor.id })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
