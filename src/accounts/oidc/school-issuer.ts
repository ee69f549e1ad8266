import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { validateOutboundUrl } from '#platform/outbound/index.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { okReply, type Input, type Reply } from '#platform/contract/define-route.ts'
import { encrypt, decrypt } from '#platform/security/encryption.ts'
import type * as contract from '../contract.ts'
import { issuerSecretPurpose, getPlatformIssuer, findSchoolIssuer, schoolOidcRedirectUrl } from './issuers.ts'
import { discoverIssuer } from './openid-client.ts'

export async function listOidcIssuers(ctx: Ctx): Promise<Reply<typeof contract.listOidcIssuers>> {
  const own = await findSchoolIssuer(ctx)
  const platform = getPlatformIssuer(ctx)
  const data = [
    ...(own ? [{ issuer: 'school' as const, display_name: own.display_name }] : []),
    ...(platform ? [{ issuer: 'platform' as const, display_name: ctx.config.oidc!.name }] : []),
  ]
  return { data, next_cursor: null }
}

export async function getSchoolIssuer(ctx: Ctx): Promise<Reply<typeof contract.getSchoolIssuer>> {
  const row = await findSchoolIssuer(ctx)
  return { own: row ? shown(row) : null, redirect_uri: schoolOidcRedirectUrl(ctx.config, ctx.school!) }
}

export async function setSchoolIssuer(
  ctx: CtxWithoutTx,
  input: Input<typeof contract.setSchoolIssuer>,
): Promise<Reply<typeof contract.setSchoolIssuer>> {
  const { config, school_id, now } = ctx
  const known = await ctx.transact((txCtx) => findSchoolIssuer(txCtx))
  const row = {
    issuer: checkedIssuer(input.issuer.trim(), config.allowLoopbackOutbound),
    client_id: input.client_id.trim(),
    display_name: input.display_name.trim(),
  }
  // A secret that one admin typed must not go to a server that another one names.
  const isSame = known?.issuer === row.issuer && known.client_id === row.client_id
  const client_secret =
    input.client_secret?.trim() ||
    (isSame ? decrypt(config, issuerSecretPurpose, school_id, known.client_secret) : '')
  if (!client_secret) refuseInvalidField('client_secret', 'required', 'This is required.')
  const redirect_uri = schoolOidcRedirectUrl(config, ctx.school!)
  await discoverIssuer(config, { kind: 'school', ...row, client_secret, redirect_uri }).catch(() =>
    refuseInvalidField(
      'issuer',
      'issuer_unreachable',
      'No OpenID Connect provider responds at this address.',
    ),
  )
  await ctx.transact(async (txCtx) => {
    const sealed = encrypt(config, issuerSecretPurpose, school_id, client_secret)
    await txCtx.tx
      .insertInto('school_oidc_issuers')
      .values({ school_id, ...row, client_secret: sealed, updated_at: now })
      .onConflict((oc) =>
        oc.column('school_id').doUpdateSet((eb) => ({
          issuer: eb.ref('excluded.issuer'),
          client_id: eb.ref('excluded.client_id'),
          client_secret: eb.ref('excluded.client_secret'),
          display_name: eb.ref('excluded.display_name'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute()
    const change = { issuer: [known?.issuer ?? null, row.issuer], client_id: row.client_id }
    await txCtx.audit('school.issuer_set', ['school', school_id], change)
  })
  return row
}

export async function deleteSchoolIssuer(ctx: Ctx): Promise<Reply<typeof contract.deleteSchoolIssuer>> {
  const { tx, school_id } = ctx
  const removed = await tx
    .deleteFrom('school_oidc_issuers')
    .where('school_id', '=', school_id)
    .returning('issuer')
    .executeTakeFirst()
  if (removed) await ctx.audit('school.issuer_removed', ['school', school_id], removed)
  return okReply
}

const shown = ({ issuer, client_id, display_name }: Reply<typeof contract.setSchoolIssuer>) => ({
  issuer,
  client_id,
  display_name,
})

function checkedIssuer(address: string, allowLoopback: boolean) {
  try {
    const url = validateOutboundUrl(address, { allowLoopback })
    if (!url.search && !url.hash) return address
  } catch {
    // Told below, as every other address that cannot be called.
  }
  return refuseInvalidField('issuer', 'issuer_address', 'Enter the https:// address of an identity provider.')
}
