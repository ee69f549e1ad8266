import type { Static } from 'typebox'
import { endSessionsWithoutFactor } from '#accounts/index.ts'
import { checkPalette, corrected, themeCss, type Palette } from '#lib/theme/index.ts'
import { isCountry, isTimeZone } from '#lib/countries/countries.ts'
import { auditedChange } from '#tenancy/audit/audited-change.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { ensureSpokenOf } from '#tenancy/context/ensure-school-visible.ts'
import { found, Refusal, refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { sanitise } from '#platform/security/sanitise.ts'
import { publicMediaUrl, useUpload } from '#uploads/index.ts'
import { updateSchoolRow } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'
import { settingsOf } from './school-profile.ts'
import { isListed, schoolRow, updateDirectory } from '../queries.ts'
import type { RegistrationFields } from '../shapes.ts'

type Change = Input<typeof contract.updateSchool>

export async function updateSchool(
  ctx: Ctx,
  { id, ...change }: Change,
): Promise<Reply<typeof contract.updateSchool>> {
  await ensureSpokenOf(ctx, id)
  // How its people log in is the school's own to weaken.
  if (ctx.actor.support && change.require_second_factor !== undefined) throw new Refusal('support_forbidden')
  await ensureSound(ctx, change)
  const { is_listed, theme, about, registration_fields, ...plain } = change
  const trimmed = Object.fromEntries(
    Object.entries(plain).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as typeof plain
  const before = found(await schoolRow(ctx))
  await updateSchoolRow(ctx, {
    ...trimmed,
    ...(about !== undefined && { about: sanitise(about) }),
    ...(registration_fields && { registration_fields: json(registration_fields) }),
    ...(theme && themeColumns(theme)),
  })
  await updateDirectory(ctx, directoryChange({ ...trimmed, ...(is_listed !== undefined && { is_listed }) }))
  // Whoever switches it on may be logged out too, and sets a second factor up at the next login.
  if (change.require_second_factor && !before.require_second_factor) await endSessionsWithoutFactor(ctx)
  const fields = Object.keys(change)
  if (fields.length > 0)
    await ctx.audit('school.changed', ['school', id], auditedChange(before, { ...change, ...trimmed }))
  ctx.schoolChanged()
  return settingsOf(ctx.config, found(await schoolRow(ctx)), await isListed(ctx))
}

async function ensureSound(ctx: Ctx, change: Omit<Change, 'id'>) {
  const { time_zone, country, registration_fields, theme, logo_upload_id, cover_upload_id } = change
  if (time_zone !== undefined && !isTimeZone(time_zone))
    refuseField('time_zone', 'time_zone_unknown', 'This is not a time zone.')
  if (country !== undefined && !isCountry(country))
    refuseField('country', 'country_unknown', 'This is not a country code.')
  if (registration_fields) ensureSoundFields(registration_fields)
  if (theme) ensureReadable(theme)
  if (logo_upload_id) await useUpload(ctx, logo_upload_id, 'school_logo', 'logo_upload_id')
  if (cover_upload_id) await useUpload(ctx, cover_upload_id, 'course_image', 'cover_upload_id')
}

function ensureSoundFields(fields: Static<typeof RegistrationFields>) {
  const keys = new Set<string>()
  for (const [index, { key, type, options }] of fields.entries()) {
    const path = `registration_fields.${index}`
    if (keys.has(key)) refuseField(`${path}.key`, 'key_repeated', 'Each question needs a key of its own.')
    keys.add(key)
    const offers = type === 'choice' || type === 'choices'
    if (offers && options.length < 2)
      refuseField(`${path}.options`, 'too_few', 'A choice needs at least two options.')
    if (!offers && options.length > 0)
      refuseField(`${path}.options`, 'not_a_choice', 'Only a choice has options.')
  }
}

/** Refuses with each failing pair, the nearest colours that pass, and the whole palette corrected. */
function ensureReadable(theme: Palette) {
  const check = checkPalette(theme)
  if (check.ok) return
  const errors = check.faults.map(({ color, against, ratio, needed }) => ({
    path: `theme.${color}`,
    code: 'contrast',
    message: `Against ${against} this reaches ${ratio}:1 and needs ${needed}:1.`,
  }))
  throw new Refusal('theme_contrast', { errors, extra: { faults: check.faults, nearest: corrected(theme) } })
}

const themeColumns = (theme: Palette) => {
  const check = checkPalette(theme)
  const palette = check.ok ? check.palette : theme
  return { theme: json(palette), theme_css: themeCss(palette) }
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
