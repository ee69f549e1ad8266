import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface IssuerUser {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** A real OpenID Connect issuer on loopback, at which the person of `signedIn` is logged in. */
export async function startTestIssuer(redirects: string[]) {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const people = new Map<string, IssuerUser>()
  const state = { person: '', declines: false }
  const client = { client_id: 'lyceum', client_secret: 'a secret of the client, long enough' }
  const provider = new Provider(url, {
    clients: [{ ...client, redirect_uris: redirects, grant_types: ['authorization_code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key for tests'] },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ ...people.get(sub), sub }),
    }),
    // Consent for name and address is granted automatically.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void handle(request, response)
    const result = state.declines
      ? { error: 'access_denied', error_description: 'no, thank you' }
      : { login: { accountId: state.person, remember: false } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return {
    ...client,
    url,
    /** Sets the person of the next logins. */
    signedIn(person: IssuerUser) {
      people.set(person.sub, person)
      Object.assign(state, { person: person.sub, declines: false })
    },
    declines: () => void (state.declines = true),
    close() {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>

/** Follows redirects like a browser, with cookies, until the issuer redirects back; returns the final query. */
export async function followAuthorization(address: string, back: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let url = address
  for (let hop = 0; hop < 10; hop++) {
    if (url.startsWith(back)) return Object.fromEntries(new URL(url).searchParams)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const next = answer.headers.get('location')
    if (!next) throw new Error(`the issuer sends nobody on: ${answer.status} ${await answer.text()}`)
    url = new URL(next, url).href
  }
  throw new Error('the issuer sends around in circles')
}
