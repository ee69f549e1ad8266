import { expressionBuilder, sql } from 'kysely'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { DB } from '#platform/database/database-types.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { signFile } from './signed-files.ts'
import { mayListCertificates, type CertificateState } from '../policy.ts'
import { certificateView, selectCertificates } from '../queries.ts'

type Certificates = ReturnType<typeof selectCertificates>

export async function listStudentCertificates(
  ctx: Ctx,
  { student_id, ...paging }: Input<typeof contract.listStudentCertificates>,
): Promise<Reply<typeof contract.listStudentCertificates>> {
  ensureAllowed(mayListCertificates(ctx.actor, student_id))
  return pageOf(ctx, selectCertificates(ctx).where('c.student_id', '=', student_id), paging)
}

export async function listCertificates(
  ctx: Ctx,
  { course_id, state, search, ...paging }: Input<typeof contract.listCertificates>,
): Promise<Reply<typeof contract.listCertificates>> {
  const certificates = selectCertificates(ctx)
    .$if(course_id !== undefined, (all) => all.where('c.course_id', '=', course_id!))
    .$if(state !== undefined, (all) => all.where(isIn(state!, ctx.now)))
    .$if(search !== undefined && search.trim() !== '', (all) => all.where(matches(search!.trim())))
  return pageOf(ctx, certificates, paging)
}

/** The stored state: an expired certificate is one that was issued and whose time is over. */
function isIn(state: CertificateState, now: Date) {
  const { eb, and, or } = expressionBuilder<{ c: DB['certificates'] }, 'c'>()
  if (state === 'expired') return and([eb('c.state', '=', 'issued'), eb('c.expires_at', '<=', now)])
  const isOfState = eb('c.state', '=', state)
  if (state !== 'issued') return isOfState
  return and([isOfState, or([eb('c.expires_at', 'is', null), eb('c.expires_at', '>', now)])])
}

function matches(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const number = /^\d{1,9}$/.test(search) ? Number(search) : null
  return sql<boolean>`(fold_text(c.student_name) like fold_text(${pattern}) or c.number = ${number})`
}

async function pageOf(ctx: Ctx, certificates: Certificates, paging: { limit?: number; cursor?: string }) {
  const page = await paginateByKeyset(certificates, {
    by: ['c.issued_at', 'c.id'],
    direction: 'desc',
    key: (row) => [row.issued_at.toISOString(), row.id],
    limit: paging.limit,
    cursor: paging.cursor,
  })
  return { ...page, data: page.data.map((row) => certificateView(ctx, row, (id) => signFile(ctx, id))) }
}

/** A certificate as its student and staff see it. */
export async function getCertificateView(ctx: Ctx, id: string) {
  const row = ensureFound(await selectCertificates(ctx).where('c.id', '=', id).executeTakeFirst())
  return certificateView(ctx, row, (certificate_id) => signFile(ctx, certificate_id))
}

export async function setCertificatePrivacy(
  ctx: Ctx,
  { id, is_public }: Input<typeof contract.setCertificatePrivacy>,
): Promise<Reply<typeof contract.setCertificatePrivacy>> {
  const { tx, school_id, actor } = ctx
  ensureFound(
    await tx
      .updateTable('certificates')
      .set({ is_public })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .where('student_id', '=', actor.id)
      .where('erased_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  return getCertificateView(ctx, id)
}
