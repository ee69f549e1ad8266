import type { Config } from '#platform/config.ts'
import type { OwnCtx } from '#platform/context.ts'
import { ensureSpokenOf } from '#platform/public-school.ts'
import { Refusal, found } from '#platform/refusal.ts'
import type { Input, Reply } from '#platform/route.ts'
import { defaultThemeCss } from '#lib/theme/index.ts'
import type * as contract from './contract.ts'
import { profileOf } from './profile.ts'
import { schoolIdOfHost, schoolRowById } from './queries.ts'

export async function schoolDetailsFromId(ctx: OwnCtx, { id }: Input<typeof contract.schoolDetailsFromId>) {
  return profileById(ctx, id)
}

export async function schoolDetailsFromUrl(
  ctx: OwnCtx,
  { subdomain }: Input<typeof contract.schoolDetailsFromUrl>,
) {
  const label = subdomain.toLowerCase()
  return profileById(ctx, found(label.includes('.') ? null : await schoolIdOfHost(ctx, label)))
}

export async function customDomainDetails(
  ctx: OwnCtx,
  input: Input<typeof contract.customDomainDetails>,
): Promise<Reply<typeof contract.customDomainDetails>> {
  const { config } = ctx
  const domain_name = hostIn(input.domain_name)
  if (domain_name === config.rootDomain && !ctx.school)
    return { domain_name, root_domain: config.rootDomain, branding: platformBranding, school: null }
  const school_id = await schoolIdOfHost(ctx, storedHost(config, domain_name))
  if (!school_id || (ctx.school && ctx.school.school_id !== school_id)) throw new Refusal('domain_unknown')
  const school = await profileById(ctx, school_id)
  const { name, logo_url, theme_css } = school
  return { domain_name, root_domain: config.rootDomain, branding: { name, logo_url, theme_css }, school }
}

/** No plan can be made before the payments domain exists, so every school that exists has none. */
export async function allPaymentsPlan(ctx: OwnCtx, { id }: Input<typeof contract.allPaymentsPlan>) {
  await profileById(ctx, id)
  return { data: [], next_cursor: null }
}

async function profileById(ctx: OwnCtx, school_id: string) {
  ensureSpokenOf(ctx, school_id)
  return profileOf(ctx.config, found(await schoolRowById(ctx, school_id)))
}

const platformBranding = { name: 'Lyceum', logo_url: null, theme_css: defaultThemeCss }

/** A host name as somebody may have it at hand: with a port, a last dot, or in capitals. */
const hostIn = (given: string) => given.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

function storedHost({ rootDomain }: Config, host: string) {
  const suffix = `.${rootDomain}`
  if (!host.endsWith(suffix)) return host
  const label = host.slice(0, -suffix.length)
  // Else a custom domain below our own root could be claimed under another name.
  return label.includes('.') ? '' : label
}
