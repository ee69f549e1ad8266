import { sql } from 'kysely'
import { findEnrolment, getCourseRules } from '#learning/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { hasLiveCertificate } from '../issuing/live-certificates.ts'
import { requestViews, selectRequests } from './request-queries.ts'

/** A student may request a certificate of a course in which the student is or was enrolled. */
export async function requestCertificate(
  ctx: Ctx,
  { course_id, message }: Input<typeof contract.requestCertificate>,
): Promise<Reply<typeof contract.requestCertificate>> {
  const { tx, school_id, actor, now } = ctx
  await getCourseRules(ctx, course_id)
  ensureFound(await findEnrolment(ctx, course_id, actor.id))
  if (await hasLiveCertificate(ctx, course_id, actor.id)) throw new Refusal('certificate_exists')
  const id = newId()
  const inserted = await tx
    .insertInto('certificate_requests')
    .values({
      school_id,
      id,
      student_id: actor.id,
      course_id,
      message: message?.trim() ?? '',
      created_at: now,
    })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'course_id', 'student_id'])
        .where(sql<boolean>`state = 'requested'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Refusal('certificate_requested')
  const [view] = await requestViews(ctx, await selectRequests(ctx).where('r.id', '=', id).execute())
  return view!
}

export async function listMyCertificateRequests(
  ctx: Ctx,
  paging: Input<typeof contract.listMyCertificateRequests>,
): Promise<Reply<typeof contract.listMyCertificateRequests>> {
  const page = await paginateByKeyset(selectRequests(ctx).where('r.student_id', '=', ctx.actor.id), {
    by: ['r.created_at', 'r.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
    limit: paging.limit,
    cursor: paging.cursor,
  })
  return { ...page, data: await requestViews(ctx, page.data) }
}

export async function listCertificateRequests(
  ctx: Ctx,
  { state, limit, cursor }: Input<typeof contract.listCertificateRequests>,
): Promise<Reply<typeof contract.listCertificateRequests>> {
  const page = await paginateByKeyset(selectRequests(ctx).where('r.state', '=', state ?? 'requested'), {
    by: ['r.created_at', 'r.id'],
    direction: 'asc',
    key: (row) => [row.created_at.toISOString(), row.id],
    limit,
    cursor,
  })
  return { ...page, data: await requestViews(ctx, page.data) }
}
