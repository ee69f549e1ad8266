import { getStudent } from '#learning/index.ts'
import { notify } from '#notifications/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { templateAndCourse } from '../issuing/course-of.ts'
import { issueCertificates, lockCounter } from '../issuing/issue-certificates.ts'
import { hasLiveCertificate } from '../issuing/live-certificates.ts'
import { notifyOfCertificates } from '../notify-of-certificates.ts'
import { requestViews, selectRequests, type RequestRow } from './request-queries.ts'

export async function decideCertificateRequest(
  ctx: Ctx,
  { id, decision, certificate_id, reason = '' }: Input<typeof contract.decideCertificateRequest>,
): Promise<Reply<typeof contract.decideCertificateRequest>> {
  // Locked, so that two members of staff do not decide it differently.
  const request = ensureFound(await selectRequests(ctx).where('r.id', '=', id).forUpdate().executeTakeFirst())
  if (request.state !== 'requested') throw new Refusal('request_already_decided')
  if (decision === 'approve') await approve(ctx, request, certificate_id ?? null)
  else await decline(ctx, request, reason.trim())
  const [view] = await requestViews(ctx, await selectRequests(ctx).where('r.id', '=', id).execute())
  return view!
}

async function approve(ctx: Ctx, { id, student_id, course_id }: RequestRow, certificate_id: string | null) {
  await lockCounter(ctx)
  if (await hasLiveCertificate(ctx, course_id, student_id)) throw new Refusal('certificate_exists')
  const student = await getStudent(ctx, student_id)
  const { template, course_name } = await templateAndCourse(ctx, { certificate_id, course_id })
  const certificate = {
    student_id,
    student_name: student.name,
    course_id,
    course_name,
    issue_key: `request/${id}`,
  }
  const [issued] = await issueCertificates(ctx, template, { source: 'request', certificates: [certificate] })
  await setDecision(ctx, id, { state: 'approved', certificate_id: issued!.id })
  await ctx.audit('certificate.issued', ['certificate', issued!.id], { student_id, course_id })
  await notifyOfCertificates(ctx, [student], [issued!])
}

async function decline(ctx: Ctx, { id, student_id, course_id }: RequestRow, decline_reason: string) {
  await setDecision(ctx, id, { state: 'declined', decline_reason })
  await ctx.audit('certificate.request_declined', ['certificate_request', id], { student_id, course_id })
  const [view] = await requestViews(ctx, await selectRequests(ctx).where('r.id', '=', id).execute())
  const data = { course_name: view!.course_name, reason: decline_reason }
  await notify(ctx, { user_id: student_id, kind: 'certificate_declined', data })
}

type Decision = { state: 'approved'; certificate_id: string } | { state: 'declined'; decline_reason: string }

const setDecision = ({ tx, school_id, actor, now }: Ctx, id: string, decision: Decision) =>
  tx
    .updateTable('certificate_requests')
    .set({ ...decision, decided_at: now, decided_by: actor.id })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
