import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { selectTemplates, type TemplateRow } from './template-queries.ts'

export async function listSchoolCertificates(
  ctx: Ctx,
  { limit, cursor, course_id }: Input<typeof contract.listSchoolCertificates>,
): Promise<Reply<typeof contract.listSchoolCertificates>> {
  const page = await paginateByKeyset(
    selectTemplates(ctx).$if(course_id !== undefined, (templates) =>
      templates.where('t.course_id', '=', course_id!),
    ),
    {
      by: ['t.updated_at', 't.id'],
      direction: 'desc',
      key: (row) => [row.updated_at.toISOString(), row.id],
      limit,
      cursor,
    },
  )
  return { ...page, data: page.data.map((row) => templateView(ctx, row)) }
}

export async function getSchoolCertificate(
  ctx: Ctx,
  { id }: Input<typeof contract.getSchoolCertificate>,
): Promise<Reply<typeof contract.getSchoolCertificate>> {
  return templateView(ctx, ensureFound(await selectTemplates(ctx).where('t.id', '=', id).executeTakeFirst()))
}

/** A template as staff see it. */
export function templateView(ctx: Ctx, { content, ...row }: TemplateRow) {
  const { signature } = content
  return {
    ...row,
    ...content,
    signature_url: signature && mediaUrl(ctx, signature, { user_id: ctx.actor.id }),
  }
}
