import { assessmentTitles, courseNames } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Rules of the school whose template is not deleted. */
export const selectRules = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('certificate_rules as r')
    .innerJoin('certificate_templates as t', (on) =>
      on.onRef('t.school_id', '=', 'r.school_id').onRef('t.id', '=', 'r.template_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('t.deleted_at', 'is', null)
    .select([
      'r.id',
      'r.template_id as certificate_id',
      'r.course_id',
      'r.content_id',
      'r.min_score',
      'r.created_at',
    ])

export type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>['executeTakeFirstOrThrow']>>

/** Rules with the names of courses and assessments. */
export async function ruleViews(ctx: Ctx, rows: readonly RuleRow[]) {
  const courses = await courseNames(ctx, [...new Set(rows.map(({ course_id }) => course_id))])
  const content_ids = rows.flatMap(({ content_id }) => content_id ?? [])
  const titles = await assessmentTitles(ctx, [...new Set(content_ids)])
  return rows.map((row) => ({
    ...row,
    course_name: courses.get(row.course_id) ?? '',
    content_title: (row.content_id && titles.get(row.content_id)) ?? null,
  }))
}
