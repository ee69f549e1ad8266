import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** Refuses addresses without a school: a typing error would silently switch on nothing. */
export async function ensureSchoolsExist({ tx }: Ctx, school_urls: string[]) {
  if (school_urls.length === 0) return
  const rows = await tx
    .selectFrom('school_directory')
    .where('school_url', 'in', school_urls)
    .select('school_url')
    .execute()
  const existingUrls = new Set(rows.map((row) => row.school_url))
  const unknown = school_urls.filter((address) => !existingUrls.has(address))
  if (unknown.length === 0) return
  const message = `No school exists at ${unknown.join(', ')}.`
  throw new Refusal('flag_schools_not_found', {
    errors: [{ path: 'school_urls', code: 'school_not_found', message }],
    extra: { unknown },
  })
}
