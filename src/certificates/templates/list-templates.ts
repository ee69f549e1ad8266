import { sql } from 'kysely'
import { courseNames } from '#courses/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { selectTemplates, type TemplateRow } from './template-queries.ts'
import { filesOf } from './template.ts'

export async function listSchoolCertificates(
  ctx: Ctx,
  { limit, cursor, course_id, search = '' }: Input<typeof contract.listSchoolCertificates>,
): Promise<Reply<typeof contract.listSchoolCertificates>> {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const page = await paginateByKeyset(
    selectTemplates(ctx)
      .$if(course_id !== undefined, (templates) => templates.where('t.course_id', '=', course_id!))
      .$if(search.trim() !== '', (templates) =>
        templates.where(sql<boolean>`fold_text(t.name) like fold_text(${pattern})`),
      ),
    {
      by: ['t.updated_at', 't.id'],
      direction: 'desc',
      key: (row) => [row.updated_at.toISOString(), row.id],
      limit,
      cursor,
    },
  )
  return { ...page, data: await templateViews(ctx, page.data) }
}

export async function getSchoolCertificate(
  ctx: Ctx,
  { id }: Input<typeof contract.getSchoolCertificate>,
): Promise<Reply<typeof contract.getSchoolCertificate>> {
  return templateView(ctx, ensureFound(await selectTemplates(ctx).where('t.id', '=', id).executeTakeFirst()))
}

/** A template as staff see it. */
export async function templateView(ctx: Ctx, row: TemplateRow) {
  const [view] = await templateViews(ctx, [row])
  return view!
}

/** Templates as staff see them, with the names of their courses. */
async function templateViews(ctx: Ctx, rows: readonly TemplateRow[]) {
  const course_ids = rows.flatMap(({ course_id }) => course_id ?? [])
  const titles = await courseNames(ctx, [...new Set(course_ids)])
  const urlOf = (upload_id: string) => mediaUrl(ctx, upload_id, { user_id: ctx.actor.id })
  return rows.map(({ content, ...row }) => ({
    ...row,
    ...content,
    course_title: (row.course_id && titles.get(row.course_id)) ?? null,
    signature_url: content.signature && urlOf(content.signature),
    files: filesOf(content).map((upload_id) => ({ upload_id, url: urlOf(upload_id) })),
  }))
}
