import { sql } from 'kysely'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { CertificateTemplate, TemplateContent } from './template.ts'

/** Templates of the school that are not deleted, with their current version. */
export const selectTemplates = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('certificate_templates as t')
    .innerJoin('certificate_template_versions as v', (on) =>
      on
        .onRef('v.school_id', '=', 't.school_id')
        .onRef('v.template_id', '=', 't.id')
        .onRef('v.number', '=', 't.version'),
    )
    .where('t.school_id', '=', school_id)
    .where('t.deleted_at', 'is', null)
    .select(['t.id', 't.school_id', 't.name', 't.course_id', 't.version', 't.created_at', 't.updated_at'])
    // The verbs of this domain write the column.
    .select(sql<TemplateContent>`v.design`.as('content'))

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof selectTemplates>['executeTakeFirstOrThrow']>>

/**
 * The template from which to issue: the requested one, else the last changed one of the course, else the last changed one for
 * any course. Refuses if there is none.
 */
export async function findTemplate(
  ctx: Ctx,
  { certificate_id, course_id }: { certificate_id?: string | null; course_id?: string | null },
): Promise<CertificateTemplate> {
  const templates = selectTemplates(ctx)
  const template = certificate_id
    ? await templates.where('t.id', '=', certificate_id).executeTakeFirst()
    : await templates
        .where((eb) => eb.or([eb('t.course_id', 'is', null), eb('t.course_id', '=', course_id ?? null)]))
        .orderBy('t.course_id', (order) => order.asc().nullsLast())
        .orderBy('t.updated_at', 'desc')
        .orderBy('t.id', 'desc')
        .limit(1)
        .executeTakeFirst()
  if (!template) throw new Refusal('no_certificate_template')
  return template
}

/** A stored version, current or earlier. */
export async function getTemplateVersion(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  template_id: string,
  version: number,
): Promise<TemplateContent> {
  const { content } = await tx
    .selectFrom('certificate_template_versions')
    .where('school_id', '=', school_id)
    .where('template_id', '=', template_id)
    .where('number', '=', version)
    .select(sql<TemplateContent>`design`.as('content'))
    .executeTakeFirstOrThrow()
  return content
}

/** Whether a version of a template shows a file, which must then not be deleted. */
export async function isCertificateFile({ tx, school_id }: Ctx, upload_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('certificate_template_files')
    .where('school_id', '=', school_id)
    .where('upload_id', '=', upload_id)
    .select('upload_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
