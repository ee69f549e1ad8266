import { json } from '#platform/database/database.server.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { newId } from '#platform/security/tokens.ts'
import { getCourseRules } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { contentFrom } from './content-from.ts'
import { templateView } from './list-templates.ts'
import { ensureUnchanged } from './ensure-unchanged.ts'
import { selectTemplates } from './template-queries.ts'
import { filesOf, type TemplateContent } from './template.ts'

export const maxTemplates = 500

export async function createSchoolCertificate(
  ctx: Ctx,
  { name, course_id = null, ...settings }: Input<typeof contract.createSchoolCertificate>,
): Promise<Reply<typeof contract.createSchoolCertificate>> {
  await ensureRoom(ctx)
  const { tx, school_id, actor, now } = ctx
  const course = course_id ? await getCourseRules(ctx, course_id) : null
  const content = await contentFrom(ctx, settings, null)
  const id = newId()
  await tx
    .insertInto('certificate_templates')
    .values({
      school_id,
      id,
      name: nameFrom(ctx, name, content.course_name ?? course?.course_name),
      course_id,
      version: 1,
      created_by: actor.id,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertVersion(ctx, { id, version: 1 }, content)
  await ctx.audit('certificate_template.created', ['certificate_template', id])
  return templateView(ctx, await getTemplate(ctx, id))
}

const nameFrom = ({ locale }: Ctx, name: string | undefined, course_name: string | null | undefined) =>
  (name?.trim() || course_name || translator(locale)('certificates:template')).slice(0, 150)

export async function updateSchoolCertificate(
  ctx: Ctx,
  { id, name, course_id, version: read, ...settings }: Input<typeof contract.updateSchoolCertificate>,
): Promise<Reply<typeof contract.updateSchoolCertificate>> {
  const { tx, school_id, now } = ctx
  await lockTemplate(ctx, id)
  const before = await getTemplate(ctx, id)
  await ensureUnchanged(ctx, before, read)
  if (course_id && course_id !== before.course_id) await getCourseRules(ctx, course_id)
  const content = await contentFrom(ctx, settings, before.content)
  // Postgres stores the keys of JSON in an order of its own.
  const isChanged = sortedJson(content) !== sortedJson(before.content)
  const version = before.version + (isChanged ? 1 : 0)
  if (isChanged) await insertVersion(ctx, { id, version }, content)
  await tx
    .updateTable('certificate_templates')
    .set({
      version,
      updated_at: now,
      ...(name !== undefined && { name: name.trim() }),
      ...(course_id !== undefined && { course_id }),
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.audit('certificate_template.updated', ['certificate_template', id], { version })
  return templateView(ctx, await getTemplate(ctx, id))
}

export async function deleteSchoolCertificate(
  ctx: Ctx,
  { id }: Input<typeof contract.deleteSchoolCertificate>,
): Promise<Reply<typeof contract.deleteSchoolCertificate>> {
  await lockTemplate(ctx, id)
  await ctx.tx
    .updateTable('certificate_templates')
    .set({ deleted_at: ctx.now })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  await ctx.audit('certificate_template.deleted', ['certificate_template', id])
  return okReply
}

async function ensureRoom({ tx, school_id }: Ctx) {
  const { count } = await tx
    .selectFrom('certificate_templates')
    .where('school_id', '=', school_id)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxTemplates) throw new Refusal('too_many_certificate_templates')
}

/** Two changes at the same time would write the same version. */
export async function lockTemplate({ tx, school_id }: Ctx, id: string) {
  ensureFound(
    await tx
      .selectFrom('certificate_templates')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select('id')
      .forUpdate()
      .executeTakeFirst(),
  )
}

const getTemplate = async (ctx: Ctx, id: string) =>
  ensureFound(await selectTemplates(ctx).where('t.id', '=', id).executeTakeFirst())

async function insertVersion(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  content: TemplateContent,
) {
  const { tx, school_id, actor, now } = ctx
  const key = { school_id, template_id: id, number: version }
  await tx
    .insertInto('certificate_template_versions')
    .values({ ...key, design: json(content), created_by: actor.id, created_at: now })
    .execute()
  const files = filesOf(content).map((upload_id) => ({ ...key, upload_id }))
  if (files.length > 0) await tx.insertInto('certificate_template_files').values(files).execute()
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
