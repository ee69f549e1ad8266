import { LRUCache } from 'lru-cache'
import type * as OpenIdClient from 'openid-client'
import { expireAfter } from '#lib/cache/expire-after.ts'
import type { Config } from '#platform/config/config.ts'
import { inHttpClientSpan } from '#platform/telemetry/http-client-span.ts'
import { sendOutbound } from '#platform/outbound/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** An issuer with our client credentials. */
export interface Issuer {
  kind: 'platform' | 'school'
  issuer: string
  client_id: string
  client_secret: string
  redirect_uri: string
}

export interface OidcIdentity {
  /** Issuer identifier of the token: together with the subject it identifies a person permanently. */
  issuer: string
  subject: string
  /** Null unless the issuer marks it as verified. */
  email: string | null
  name: string
}

/** Derived from the state, so that nothing needs to be stored. */
export interface OidcChecks {
  state: string
  nonce: string
  pkce: string
}

const patienceMs = 5_000
const answerLimit = 1024 * 1024
const toleratedSeconds = 30

/** Loaded with the first OIDC login, because most schools never use it. */
const openIdClient = () => import('openid-client')

const descriptions = new LRUCache<string, Promise<OpenIdClient.Configuration>>({
  max: 200,
  ...expireAfter(10 * 60_000),
})

/** Discovery document of the issuer, limited in time and size, cached for ten minutes. */
export function discoverIssuer(config: Config, issuer: Issuer): Promise<OpenIdClient.Configuration> {
  const key = JSON.stringify([issuer.kind, issuer.issuer, issuer.client_id, issuer.client_secret])
  const cached = descriptions.get(key)
  if (cached) return cached
  const description = ask(config, issuer)
  descriptions.set(key, description)
  // Failures are not cached.
  description.catch(() => descriptions.delete(key))
  return description
}

async function ask(config: Config, { kind, issuer, client_id, client_secret }: Issuer) {
  const insecure = new URL(issuer).protocol === 'http:'
  if (insecure && config.production) throw new Refusal('issuer_unavailable')
  try {
    const client = await openIdClient()
    return await client.discovery(
      new URL(issuer),
      client_id,
      { client_secret, [client.clockTolerance]: toleratedSeconds },
      undefined,
      {
        [client.customFetch]: kind === 'school' ? fetchPublic(config.allowLoopbackOutbound) : fetchConfigured,
        timeout: patienceMs / 1000,
        // Checks ID token signatures even when the token came directly from the issuer.
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      },
    )
  } catch (error) {
    throw unavailable(error)
  }
}

/** Schools configure their issuers: only public addresses are allowed, as for every address from a school. */
const fetchPublic =
  (allowLoopback: boolean): OpenIdClient.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await sendOutbound({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: await new Response(body as BodyInit).text() }),
      allowLoopback,
      answerLimit,
      timeoutMs: patienceMs,
    })
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: Object.entries(answer.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      ),
    })
  }

/** An issuer configured by the operator may have a private address. */
const fetchConfigured: OpenIdClient.CustomFetch = async (url, { method, headers, body }) => {
  const answer = await inHttpClientSpan(method, new URL(url), () =>
    fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: body as BodyInit }),
    }),
  )
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > answerLimit) throw new TypeError('the issuer answers with too much')
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: answer.status, headers: answer.headers })
}

export async function authorizationUrl(config: Config, issuer: Issuer, { state, nonce, pkce }: OidcChecks) {
  const client = await openIdClient()
  const found = await discoverIssuer(config, issuer)
  return client.buildAuthorizationUrl(found, {
    redirect_uri: issuer.redirect_uri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkce),
    code_challenge_method: 'S256',
  }).href
}

/** Exchanges a code for the identity and checks state, nonce, audience, times and signature. */
export async function exchangeCodeForIdentity(
  config: Config,
  issuer: Issuer,
  { code, iss, checks }: { code: string; iss?: string; checks: OidcChecks },
): Promise<OidcIdentity> {
  const client = await openIdClient()
  const found = await discoverIssuer(config, issuer)
  const address = new URL(issuer.redirect_uri)
  address.search = new URLSearchParams({ code, ...(iss && { iss }), state: checks.state }).toString()
  try {
    const tokens = await client.authorizationCodeGrant(found, address, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.pkce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    // Many issuers return the address from the userinfo endpoint only.
    const more =
      claims.email === undefined && found.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(found, tokens.access_token, claims.sub)
        : claims
    const { email, email_verified, name } = more
    const isProven = email_verified === true && typeof email === 'string' && email.length <= 254
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: isProven ? email : null,
      name: typeof name === 'string' ? name.trim().slice(0, 120) : '',
    }
  } catch (error) {
    throw answered(client, error) ? new Refusal('oidc_login_rejected') : unavailable(error)
  }
}

/** Whether the issuer responded, but with an invalid answer: a used code, another audience, a wrong nonce. */
function answered(client: typeof OpenIdClient, error: unknown) {
  if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError)
    return error.status < 500
  if (error instanceof client.AuthorizationResponseError) return true
  if (!(error instanceof client.ClientError)) return false
  return !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code ?? '') && !isTransport(error.cause)
}

/** The response was not OIDC: an error page of a proxy, or a broken connection. */
const isTransport = (cause: unknown) =>
  cause instanceof Response || (cause as { name?: string } | undefined)?.name === 'OutboundError'

const unavailable = (error: unknown) => (error instanceof Refusal ? error : new Refusal('issuer_unavailable'))
