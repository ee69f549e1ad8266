import { getUserNames } from '#accounts/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { TemplateRow } from './template-queries.ts'

/** Refuses a change of a version that is not the current one, and says who wrote that. */
export async function ensureUnchanged(
  ctx: Ctx,
  { id, version, updated_at }: TemplateRow,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined || expected === version) return
  const { created_by } = await ctx.tx
    .selectFrom('certificate_template_versions')
    .where('school_id', '=', ctx.school_id)
    .where('template_id', '=', id)
    .where('number', '=', version)
    .select('created_by')
    .executeTakeFirstOrThrow()
  const names = created_by ? await getUserNames(ctx, [created_by]) : new Map<string, string>()
  const changed_by = (created_by && names.get(created_by)) || null
  throw new Refusal('edit_conflict', { extra: { changed_by, changed_at: updated_at.toISOString() } })
}
