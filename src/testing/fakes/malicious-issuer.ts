import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: Claims, key: KeyObject) {
  const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

const aKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
let keys: { own: ReturnType<typeof aKeyPair>; strange: ReturnType<typeof aKeyPair> } | undefined

/** An issuer with the real protocol that can send forged answers. */
export async function aMaliciousIssuer(audience: string) {
  // All instances share their keys, because generating them is slow.
  keys ??= { own: aKeyPair(), strange: aKeyPair() }
  const { privateKey, publicKey } = keys.own
  const visitor = keys.strange.privateKey
  const lie = {
    claims: {} as Claims,
    foreignKey: false,
    /** Replaces the response of a path. */
    instead: {} as Record<string, (response: ServerResponse) => void>,
    calls: [] as string[],
  }
  let nonce = ''
  const server = createServer((request, response) => {
    const address = new URL(request.url!, url)
    lie.calls.push(address.pathname)
    const instead = lie.instead[address.pathname]
    if (instead) return instead(response)
    const say = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    switch (address.pathname) {
      case '/.well-known/openid-configuration':
        return say({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/keys':
        return say({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        })
      case '/token': {
        const now = Math.floor(Date.now() / 1000)
        const claims = { iss: url, aud: audience, iat: now, exp: now + 300, nonce, ...lie.claims }
        const id_token = signed(claims, lie.foreignKey ? visitor : privateKey)
        return say({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token })
      }
    }
    return response.writeHead(404).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    lie,
    /** What the browser would bring back from the address to which it was sent. */
    answer(address: string) {
      const query = new URL(address).searchParams
      nonce = query.get('nonce')!
      return { state: query.get('state')!, code: createHash('sha256').update(address).digest('hex') }
    },
    honest: () => Object.assign(lie, { claims: {}, foreignKey: false, instead: {}, calls: [] }),
    close() {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
