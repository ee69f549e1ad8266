import type { Brand } from '#tenancy/hosts/brand.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { brandForHost, type Host } from '#tenancy/hosts/hosts.ts'
import { ensureSchoolVisible } from '#tenancy/context/ensure-school-visible.ts'
import { Refusal, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { schoolIdOfHost } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'
import { findPublicProfile } from './public-profile.ts'

export async function getSchoolDetailsById(
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.getSchoolDetailsById>,
) {
  return profileById(ctx, id)
}

export async function getSchoolDetailsByUrl(
  ctx: CtxWithoutTx,
  { subdomain }: Input<typeof contract.getSchoolDetailsByUrl>,
) {
  const label = subdomain.toLowerCase()
  return profileById(ctx, ensureFound(label.includes('.') ? null : await schoolIdOfHost(ctx.db, label)))
}

export async function getCustomDomainDetails(
  ctx: CtxWithoutTx,
  input: Input<typeof contract.getCustomDomainDetails>,
): Promise<Reply<typeof contract.getCustomDomainDetails>> {
  const domain_name = hostIn(input.domain_name)
  const host = await ctx.hosts.resolve(domain_name)
  if (!host || host.kind === 'api' || !isSpokenOf(ctx, host)) throw new Refusal('domain_unknown')
  if (host.kind === 'root')
    return { ...brandingOf(host.brand), domain_name, reseller: resellerOf(host.brand), school: null }
  const { brand } = host.school
  const profile = await findPublicProfile(ctx, host.school.school_id)
  const { name, logo_url, theme_css } = profile
  return {
    domain_name,
    root_domain: brand.domain,
    branding: { name, logo_url, theme_css },
    reseller: resellerOf(brand),
    school: profile,
  }
}

/** A school's host shows that school only, a reseller's root itself and its schools, our root all. */
function isSpokenOf(ctx: CtxWithoutTx, host: Host) {
  if (ctx.school) return host.kind === 'school' && host.school.school_id === ctx.school.school_id
  return ctx.brand.key === '' || brandForHost(host).key === ctx.brand.key
}

const brandingOf = ({ domain, name, logo_url, theme_css }: Brand) => ({
  root_domain: domain,
  branding: { name, logo_url, theme_css },
})

const resellerOf = ({ key, name, logo_url, support_email, terms_url, privacy_url }: Brand) =>
  key === '' ? null : { name, logo_url, support_email, terms_url, privacy_url }

async function profileById(ctx: CtxWithoutTx, school_id: string) {
  await ensureSchoolVisible(ctx, school_id)
  return findPublicProfile(ctx, school_id)
}

/** Normalises a host name with port, trailing dot or capitals. */
const hostIn = (given: string) => given.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
