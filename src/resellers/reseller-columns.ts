import { createHash } from 'node:crypto'
import { checkPalette, correctContrast, themeCss, type Palette } from '#lib/theme/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { Refusal, ensureAllowed } from '#platform/contract/refusal.ts'
import { encodePublicImage } from '#uploads/index.ts'
import { lockHosts } from '#custom-domains/index.ts'
import { mayUseRootDomain } from './policy.ts'
import { listOtherRootDomains } from './queries.ts'

const logoSide = 512

/** Columns of a logo. Encoded outside of any transaction, because it takes time. */
export async function logoColumns(logo: string | null) {
  if (logo === null) return { logo: null, logo_hash: null }
  const bytes = await encodePublicImage(Buffer.from(logo, 'base64'), logoSide)
  return { logo: bytes, logo_hash: createHash('sha256').update(bytes).digest('hex').slice(0, 40) }
}

export function themeColumns(theme: Palette) {
  const check = checkPalette(theme)
  if (check.ok) return { theme: json(check.palette), theme_css: themeCss(check.palette) }
  throw new Refusal('theme_contrast_too_low', {
    extra: { issues: check.issues, nearest: correctContrast(theme) },
  })
}

/** Locked until commit: the second of two overlapping resellers sees the first. */
export async function ensureRootDomainAvailable(ctx: Ctx, domain: string, id: string | null) {
  await lockHosts(ctx.tx)
  ensureAllowed(
    mayUseRootDomain(domain, { ours: ctx.config.rootDomain, others: await listOtherRootDomains(ctx, id) }),
  )
}
