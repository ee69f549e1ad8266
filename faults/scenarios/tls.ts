import { addDomain, checkDomain } from '#custom-domains/contract.ts'
import { subscribeToOpening } from '#opening-subscriptions/contract.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { toApiRequest } from '#platform/client/api/client.ts'
import { startDnsServer } from '#testing/fakes/dns-server.ts'
import { freePort, hasCaddy, startCaddy } from '../processes/caddy.ts'
import type { FaultRunResult } from '../check-results.ts'
import { call, send, type HttpRequest } from '../processes/send.ts'
import { sendOverTls } from '../processes/tls-send.ts'
import type { FaultEnvironment } from '../processes/fault-environment.ts'

const domain = 'learn.proved.example'
const hsts = 'max-age=31536000'
const target = { name: 'localhost', type: 'A' as const, data: '203.0.113.9' }

/** A real proxy fetches certificates on demand: for our hosts and verified domains only. */
export async function tlsInFront(world: FaultEnvironment): Promise<FaultRunResult> {
  const violations: string[] = []
  let right = 0
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (found === expected) right++
    else violations.push(`${what}: ${String(found)} instead of ${String(expected)}`)
  }
  const outcome = () => ({
    rounds: 1,
    acknowledged: right,
    lost: 0,
    doubled: 0,
    violations,
    note: `${right} expectations held`,
  })
  if (!hasCaddy()) {
    violations.push('this machine has no caddy: apt-get install caddy')
    return outcome()
  }
  const { fixture } = world
  const [dns, http, https] = await Promise.all([startDnsServer(), freePort(), freePort()])
  dns.records = [target]
  const env = { DNS_SERVERS: dns.address, PUBLIC_PROTOCOL: 'https', PUBLIC_PORT: String(https) }
  const [web, mistrusting] = await Promise.all([
    world.startWeb(env),
    world.startWeb({ ...env, TRUSTED_PROXIES: '' }),
  ])
  const caddy = await startCaddy({ http, https }, [web.origin])
  const through = (sent: HttpRequest) => sendOverTls({ port: https, root: caddy.root }, sent)
  const ask = <R extends Route>(route: R, input: Input<R>, headers: Record<string, string> = {}) => {
    const { method, path, body } = toApiRequest(route, input)
    const sent = { method: method as 'POST', host: fixture.host, path, headers }
    return through({ ...sent, body: body && (JSON.parse(body) as unknown) })
  }
  const interest = { course_id: fixture.course_id, email: 'somebody@people.test' }
  const asAdmin = { 'x-access-token': fixture.admins[0]! }
  const handshake = (host: string) =>
    through({ host, path: '/' }).then(
      ({ status, certificate }) => `${status} ${certificate.subjectaltname}`,
      () => 'none',
    )
  try {
    expect('a host of ours', await handshake(fixture.host), `200 DNS:${fixture.host}`)
    expect('a stranger', await handshake('stranger.example'), 'none')

    const added = await ask(addDomain, { domain }, asAdmin)
    const { id, verification_record } = JSON.parse(added.text) as Reply<typeof addDomain>
    expect('a domain that is not proved', await handshake(domain), 'none')
    const { host: name, value: data } = verification_record
    dns.records.push({ name, type: 'TXT', data })
    dns.records.push({ name: domain, type: 'CNAME', data: 'localhost' })
    const checked = await ask(checkDomain, { id }, asAdmin)
    expect('its state', (JSON.parse(checked.text) as Reply<typeof checkDomain>).state, 'active')
    expect('a domain that is proved', await handshake(domain), `200 DNS:${domain}`)
    expect('a stranger beside it', await handshake(`other.${domain}`), 'none')

    const page = await through({ host: domain, path: '/' })
    expect('the school at its domain', page.text.includes(`https://${domain}:${https}`), true)
    expect('HSTS of a page', page.headers['strict-transport-security'], hsts)
    const call404 = await through({ host: domain, path: '/api/no/such/route' })
    expect('HSTS of a call', call404.headers['strict-transport-security'], hsts)
    const runInSchool = `/internal/tls-allowed?domain=${domain}`
    expect('the inside from outside', (await through({ host: domain, path: runInSchool })).status, 404)
    const plain = await send(`http://127.0.0.1:${http}`, { host: domain, path: '/courses?page=2' })
    const to = `308 https://${domain}:${https}/courses?page=2`
    expect('plain http', `${plain.status} ${plain.headers.location}`, to)

    await expectOneCaller('through the proxy', (headers) => ask(subscribeToOpening, interest, headers))
    await expectOneCaller('beside it', (headers) =>
      call({ origin: mistrusting.origin, host: fixture.host }, subscribeToOpening, { ...interest, headers }),
    )
    const forged = { 'x-forwarded-host': 'nobody.example' }
    const believed = await send(mistrusting.origin, { host: domain, path: '/', headers: forged })
    expect('a forged host', believed.status, 200)
  } finally {
    await Promise.all([caddy.close(), dns.close(), web.child.stop(), mistrusting.child.stop()])
  }
  return outcome()

  /** A caller that sends a different address each time is counted as one caller. */
  async function expectOneCaller(
    what: string,
    ask: (headers: Record<string, string>) => Promise<{ status: number }>,
  ) {
    const { max } = subscribeToOpening.limits[0]!
    await world.ask('delete from rate_limit_counters')
    const statuses = []
    for (let n = 0; n <= max; n++) statuses.push((await ask({ 'x-forwarded-for': `198.51.100.${n}` })).status)
    expect(`the first of many ${what}`, statuses[0] === 429, false)
    expect(`one too many ${what}`, statuses[max], 429)
  }
}
