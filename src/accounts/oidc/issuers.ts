import { originOf, type Config } from '#platform/config/config.ts'
import type { Ctx, School } from '#tenancy/context/request-context.ts'
import { unseal } from '#platform/security/sealing.ts'
import type { Issuer } from './openid-client.ts'

export const callbackPath = '/sign-in/callback'
export const issuerSecret = 'school issuer'

/**
 * One redirect address serves every school and every host of it. Nobody signs in with us at a reseller: the issuer
 * would show whose client it is.
 */
export function platformIssuer({ config, brand }: Pick<Ctx, 'config' | 'brand'>): Issuer | null {
  const { oidc } = config
  if (!oidc || brand.key !== '') return null
  const redirect_uri = `${originOf(config, config.rootDomain)}${callbackPath}`
  const { issuer, clientId: client_id, clientSecret: client_secret } = oidc
  return { kind: 'platform', issuer, client_id, client_secret, redirect_uri }
}

export const schoolRedirect = (config: Config, school: School) =>
  `${originOf(config, school.host)}${callbackPath}`

export function schoolIssuerRow({ tx, school_id }: Ctx) {
  return tx.selectFrom('school_issuers').where('school_id', '=', school_id).selectAll().executeTakeFirst()
}

async function ownIssuer(ctx: Ctx): Promise<Issuer | null> {
  const { config, school, school_id } = ctx
  const row = await schoolIssuerRow(ctx)
  if (!row || !school) return null
  const { issuer, client_id } = row
  const client_secret = unseal(config, issuerSecret, school_id, row.client_secret)
  return { kind: 'school', issuer, client_id, client_secret, redirect_uri: schoolRedirect(config, school) }
}

export const issuerOf = (ctx: Ctx, kind: Issuer['kind']) =>
  kind === 'platform' ? Promise.resolve(platformIssuer(ctx)) : ownIssuer(ctx)
