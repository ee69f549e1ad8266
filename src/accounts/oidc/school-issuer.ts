import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { validateOutboundUrl } from '#platform/outbound/index.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { encrypt, decrypt } from '#platform/security/encryption.ts'
import type * as contract from '../contract.ts'
import { issuerSecretBinding, getPlatformIssuer, findSchoolIssuer, schoolOidcRedirectUrl } from './issuers.ts'
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
  const { config } = ctx
  const stored = await ctx.transact((txCtx) => findSchoolIssuer(txCtx))
  const issuer = {
    issuer: checkedIssuer(input.issuer.trim(), config.allowLoopbackOutbound),
    client_id: input.client_id.trim(),
    display_name: input.display_name.trim(),
  }
  const client_secret = input.client_secret?.trim() || storedSecretFor(ctx, issuer, stored)
  if (!client_secret) refuseInvalidField('client_secret', 'required', 'This is required.')
  const redirect_uri = schoolOidcRedirectUrl(config, ctx.school!)
  await discoverIssuer(config, { kind: 'school', ...issuer, client_secret, redirect_uri }).catch(() =>
    refuseInvalidField(
      'issuer',
      'issuer_unreachable',
      'No OpenID Connect provider responds at this address.',
    ),
  )
  await ctx.transact(async (txCtx) => {
    await saveSchoolIssuer(txCtx, { ...issuer, client_secret })
    const change = { issuer: [stored?.issuer ?? null, issuer.issuer], client_id: issuer.client_id }
    await txCtx.audit('school.issuer_set', ['school', ctx.school_id], change)
  })
  return issuer
}

type IssuerDetails = Reply<typeof contract.setSchoolIssuer>

/**
 * The stored secret if issuer and client are unchanged: a secret of one admin must not be sent to a server of
 * another. Empty otherwise.
 */
function storedSecretFor(
  { config, school_id }: CtxWithoutTx,
  { issuer, client_id }: IssuerDetails,
  stored: Awaited<ReturnType<typeof findSchoolIssuer>>,
) {
  if (stored?.issuer !== issuer || stored.client_id !== client_id) return ''
  return decrypt(config, issuerSecretBinding(school_id), stored.client_secret)
}

async function saveSchoolIssuer(
  { tx, config, school_id, now }: Ctx,
  { client_secret, ...issuer }: IssuerDetails & { client_secret: string },
) {
  const encrypted = encrypt(config, issuerSecretBinding(school_id), client_secret)
  await tx
    .insertInto('school_oidc_issuers')
    .values({ school_id, ...issuer, client_secret: encrypted, updated_at: now })
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
    // Reported below, like every invalid address.
  }
  return refuseInvalidField('issuer', 'issuer_address', 'Enter the https:// address of an identity provider.')
}
