import { updatePreviewImage } from './update-preview-image.ts'
import type { Static } from 'typebox'
import { endSessionsWithoutSecondFactor } from '#accounts/index.ts'
import { checkPalette, correctContrast, themeCss, type FontPairName, type Palette } from '#lib/theme/index.ts'
import { isCountry, isTimeZone } from '#lib/countries/countries.ts'
import { auditChange } from '#tenancy/audit/audit-change.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { ensureSchoolVisible } from '#tenancy/context/ensure-school-visible.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { publicMediaUrl, getUsableUpload } from '#uploads/index.ts'
import { updateSchoolRow } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'
import { schoolSettings } from './school-profile.ts'
import { isListed, findSchoolRow, updateDirectory, type SchoolRow } from '../queries.ts'
import type { RegistrationFields } from '../shapes.ts'

type Change = Input<typeof contract.updateSchool>

export async function updateSchool(
  ctx: Ctx,
  { id, ...change }: Change,
): Promise<Reply<typeof contract.updateSchool>> {
  await ensureSchoolVisible(ctx, id)
  // Only the school itself may weaken its login rules.
  if (ctx.actor.support && change.require_second_factor !== undefined) throw new Refusal('support_forbidden')
  await ensureSound(ctx, change)
  const { is_listed, theme, about, registration_fields, home_questions, wording, ...plain } = change
  const trimmed = Object.fromEntries(
    Object.entries(plain).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as typeof plain
  const before = ensureFound(await findSchoolRow(ctx))
  await updateSchoolRow(ctx, {
    ...trimmed,
    ...(about !== undefined && { about: sanitizeRichText(about) }),
    ...(registration_fields && { registration_fields: json(registration_fields) }),
    ...(home_questions && { home_questions: json(home_questions) }),
    ...(wording && { wording: json(wording) }),
    ...((theme || change.font_pair) && appearanceColumns(before, { theme, font_pair: change.font_pair })),
  })
  await updateDirectory(ctx, directoryChange({ ...trimmed, ...(is_listed !== undefined && { is_listed }) }))
  if (change.cover_upload_id !== undefined) await updatePreviewImage(ctx)
  // Includes the admin who switches it on, who sets up a second factor at the next login.
  if (change.require_second_factor && !before.require_second_factor) await endSessionsWithoutSecondFactor(ctx)
  const fields = Object.keys(change)
  if (fields.length > 0)
    await ctx.audit('school.updated', ['school', id], auditChange(before, { ...change, ...trimmed }))
  ctx.invalidateSchool()
  return schoolSettings(ctx.config, ensureFound(await findSchoolRow(ctx)), await isListed(ctx))
}

async function ensureSound(ctx: Ctx, change: Omit<Change, 'id'>) {
  const { time_zone, country, registration_fields, theme, logo_upload_id, cover_upload_id } = change
  if (time_zone !== undefined && !isTimeZone(time_zone))
    refuseInvalidField('time_zone', 'time_zone_unknown', 'Use a valid time zone.')
  if (country !== undefined && !isCountry(country))
    refuseInvalidField('country', 'country_unknown', 'Use a valid country code.')
  if (change.founded_year && change.founded_year > ctx.now.getUTCFullYear())
    refuseInvalidField('founded_year', 'year_in_future', 'Use a year that has begun.')
  if (registration_fields) ensureSoundFields(registration_fields)
  if (theme) ensureReadable(theme)
  if (logo_upload_id)
    await getUsableUpload(ctx, logo_upload_id, { purpose: 'school_logo', field: 'logo_upload_id' })
  if (cover_upload_id)
    await getUsableUpload(ctx, cover_upload_id, { purpose: 'course_image', field: 'cover_upload_id' })
}

function ensureSoundFields(fields: Static<typeof RegistrationFields>) {
  const keys = new Set<string>()
  for (const [index, { key, type, options }] of fields.entries()) {
    const path = `registration_fields.${index}`
    if (keys.has(key))
      refuseInvalidField(`${path}.key`, 'key_repeated', 'Each question needs a different key.')
    keys.add(key)
    const offers = type === 'choice' || type === 'choices'
    if (offers && options.length < 2)
      refuseInvalidField(`${path}.options`, 'too_few', 'A choice needs at least two options.')
    if (!offers && options.length > 0)
      refuseInvalidField(`${path}.options`, 'not_a_choice', 'Only a choice has options.')
  }
}

/** Refuses with each failing pair, the nearest valid colours, and the corrected palette. */
function ensureReadable(theme: Palette) {
  const check = checkPalette(theme)
  if (check.ok) return
  const errors = check.issues.map(({ color, against, ratio, needed }) => ({
    path: `theme.${color}`,
    code: 'contrast',
    message: `The contrast with ${against} is ${ratio}:1 and must be ${needed}:1.`,
  }))
  throw new Refusal('theme_contrast_too_low', {
    errors,
    extra: { issues: check.issues, nearest: correctContrast(theme) },
  })
}

/** The style sheet contains colours and fonts, so that a change of either rewrites it. */
function appearanceColumns(before: SchoolRow, change: Pick<Change, 'theme' | 'font_pair'>) {
  const theme = change.theme ?? (before.theme as Palette)
  const check = checkPalette(theme)
  const palette = check.ok ? check.palette : theme
  const font_pair = change.font_pair ?? (before.font_pair as FontPairName)
  return { theme: json(palette), theme_css: themeCss(palette, font_pair) }
}

type Listed = Pick<Change, 'name' | 'tagline' | 'country' | 'logo_upload_id' | 'is_listed'>

function directoryChange({ name, tagline, country, logo_upload_id, is_listed }: Listed) {
  return {
    ...(name !== undefined && { name }),
    ...(tagline !== undefined && { tagline }),
    ...(country !== undefined && { country }),
    ...(logo_upload_id !== undefined && { logo_url: logo_upload_id && publicMediaUrl(logo_upload_id) }),
    ...(is_listed !== undefined && { is_listed }),
  }
}
