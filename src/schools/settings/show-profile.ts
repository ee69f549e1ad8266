import type { Brand } from '#tenancy/hosts/brand.ts'
import type { OwnCtx } from '#tenancy/context/request-context.ts'
import type { Host } from '#tenancy/hosts/hosts.ts'
import { ensureSpokenOf } from '#tenancy/context/ensure-school-visible.ts'
import { Refusal, found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { brandOf } from '#tenancy/http/build-request-context.ts'
import { schoolIdOfHost } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'
import { profileOf } from './school-profile.ts'
import { schoolRowById } from '../queries.ts'

export async function schoolDetailsFromId(ctx: OwnCtx, { id }: Input<typeof contract.schoolDetailsFromId>) {
  return profileById(ctx, id)
}

export async function schoolDetailsFromUrl(
  ctx: OwnCtx,
  { subdomain }: Input<typeof contract.schoolDetailsFromUrl>,
) {
  const label = subdomain.toLowerCase()
  return profileById(ctx, found(label.includes('.') ? null : await schoolIdOfHost(ctx.db, label)))
}

export async function customDomainDetails(
  ctx: OwnCtx,
  input: Input<typeof contract.customDomainDetails>,
): Promise<Reply<typeof contract.customDomainDetails>> {
  const domain_name = hostIn(input.domain_name)
  const place = await ctx.hosts.resolve(domain_name)
  if (!place || place.kind === 'api' || !isSpokenOf(ctx, place)) throw new Refusal('domain_unknown')
  if (place.kind === 'root')
    return { ...brandingOf(place.brand), domain_name, reseller: resellerOf(place.brand), school: null }
  const { brand } = place.school
  const school = found(await schoolRowById(ctx, place.school.school_id))
  const profile = profileOf(ctx.config, school)
  const { name, logo_url, theme_css } = profile
  return {
    domain_name,
    root_domain: brand.domain,
    branding: { name, logo_url, theme_css },
    reseller: resellerOf(brand),
    school: profile,
  }
}

/** A school's host speaks of that school alone, a reseller's root of itself and its schools, our own of everybody. */
function isSpokenOf(ctx: OwnCtx, place: Host) {
  if (ctx.school) return place.kind === 'school' && place.school.school_id === ctx.school.school_id
  return ctx.brand.key === '' || brandOf(place).key === ctx.brand.key
}

const brandingOf = ({ domain, name, logo_url, theme_css }: Brand) => ({
  root_domain: domain,
  branding: { name, logo_url, theme_css },
})

const resellerOf = ({ key, name, logo_url, support_email, terms_url, privacy_url }: Brand) =>
  key === '' ? null : { name, logo_url, support_email, terms_url, privacy_url }

/** No plan can be made before the payments domain exists, so every school that exists has none. */
export async function allPaymentsPlan(ctx: OwnCtx, { id }: Input<typeof contract.allPaymentsPlan>) {
  await profileById(ctx, id)
  return { data: [], next_cursor: null }
}

async function profileById(ctx: OwnCtx, school_id: string) {
  await ensureSpokenOf(ctx, school_id)
  return profileOf(ctx.config, found(await schoolRowById(ctx, school_id)))
}

/** A host name as somebody may have it at hand: with a port, a last dot, or in capitals. */
const hostIn = (given: string) => given.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
