import type { CtxWithoutTx } from './request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/**
 * Refuses `not_found` unless visitors may see this school here: a school's host shows that school only, a
 * reseller's root its schools, our root all.
 */
export async function ensureSchoolVisible(
  { school, brand, db }: Pick<CtxWithoutTx, 'school' | 'brand' | 'db'>,
  school_id: string,
) {
  if (school?.school_id === school_id) return
  if (school) throw new Refusal('not_found')
  if (brand.key === '') return
  const listed = await db
    .selectFrom('school_directory')
    .where('school_id', '=', school_id)
    .where('root_domain', '=', brand.key)
    .select('school_id')
    .executeTakeFirst()
  if (!listed) throw new Refusal('not_found')
}
