import { originFor, type Config } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { School } from '#tenancy/hosts/school.ts'
import { decrypt } from '#platform/security/encryption.ts'
import type { Issuer } from './openid-client.ts'

export const callbackPath = '/oidc/callback'
export const issuerSecretPurpose = 'oidc_issuer_secret'

export const issuerSecretBinding = (school_id: string) => ({
  purpose: issuerSecretPurpose,
  context: school_id,
})

/**
 * One redirect address serves every school and host. Not offered at a reseller's hosts: the issuer would show the
 * platform's name.
 */
export function getPlatformIssuer({ config, brand }: Pick<Ctx, 'config' | 'brand'>): Issuer | null {
  const { oidc } = config
  if (!oidc || brand.key !== '') return null
  const redirect_uri = `${originFor(config, config.rootDomain)}${callbackPath}`
  const { issuer, clientId: client_id, clientSecret: client_secret } = oidc
  return { kind: 'platform', issuer, client_id, client_secret, redirect_uri }
}

export const schoolOidcRedirectUrl = (config: Config, school: School) =>
  `${originFor(config, school.host)}${callbackPath}`

export function findSchoolIssuer({ tx, school_id }: Ctx) {
  return tx
    .selectFrom('school_oidc_issuers')
    .where('school_id', '=', school_id)
    .selectAll()
    .executeTakeFirst()
}

async function ownIssuer(ctx: Ctx): Promise<Issuer | null> {
  const { config, school, school_id } = ctx
  const row = await findSchoolIssuer(ctx)
  if (!row || !school) return null
  const { issuer, client_id } = row
  const client_secret = decrypt(config, issuerSecretBinding(school_id), row.client_secret)
  return {
    kind: 'school',
    issuer,
    client_id,
    client_secret,
    redirect_uri: schoolOidcRedirectUrl(config, school),
  }
}

export const getIssuer = (ctx: Ctx, kind: Issuer['kind']) =>
  kind === 'platform' ? Promise.resolve(getPlatformIssuer(ctx)) : ownIssuer(ctx)
