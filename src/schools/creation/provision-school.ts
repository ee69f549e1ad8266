import { randomInt } from 'node:crypto'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { translator } from '#platform/pages/translate.ts'
import { themeCss, type Palette } from '#lib/theme/index.ts'
import { insertCategory } from '#categories/index.ts'
import { insertHost, insertSchoolRow } from '#tenancy/index.ts'
import { addressSkeleton } from './address.ts'

export interface NewSchool {
  name: string
  school_url: string
  currency_code: string
  country: string
  time_zone: string
  language: string
  tagline?: string
  theme?: Palette
}

/** Inserts all rows of a new school except its people. The school works after the commit. */
export async function provisionSchool(ctx: Ctx, school: NewSchool) {
  const { tx, school_id, now, brand } = ctx
  const { name, school_url, country, theme = brand.theme, tagline = '' } = school
  await insertHost(ctx, school_url)
  await tx
    .insertInto('school_directory')
    .values({
      school_id,
      school_url,
      name,
      tagline,
      country,
      root_domain: brand.key,
      has_reseller: brand.key !== '',
      address_skeleton: addressSkeleton(school_url),
      created_at: now,
    })
    .execute()
  await insertSchoolRow(ctx, {
    ...school,
    tagline,
    whitelabel_referrer_root_domain: brand.key || null,
    theme: json(theme),
    theme_css: themeCss(theme),
    school_no: String(randomInt(10_000_000, 100_000_000)),
  })
  await insertCategory(ctx, translator(school.language)('schools:first_category'))
}
