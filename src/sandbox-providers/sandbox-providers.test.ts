import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payLater, payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { invalidRequests, validRequests } from '#testing/formats/invalid-payment-requests.ts'
import { Failures } from './core/failures.ts'
import { startSandboxProviders, type SandboxProviders } from './index.ts'
import { decodeForm } from './stripe/form.ts'

let sandbox: SandboxProviders
let now = new Date()
beforeAll(async () => {
  sandbox = await startSandboxProviders({ now: () => now })
})
afterAll(() => sandbox.close())

type Name = keyof typeof validRequests
const names = Object.keys(validRequests) as Name[]

/** Fields of a form with brackets, as Stripe takes them. */
function formOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  return Object.entries(value as object).flatMap(([key, one]) =>
    one === undefined ? [] : formOf(one, name === '' ? key : `${name}[${key}]`),
  )
}

/** Sends a request with the account's key. */
function send(name: Name, path: string, body: object, headers: Record<string, string> = {}) {
  const { base_url, secret_key } = sandbox[name].keys
  return fetch(base_url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret_key}`,
      'content-type': name === 'stripe' ? 'application/x-www-form-urlencoded' : 'application/json',
      ...headers,
    },
    body: name === 'stripe' ? new URLSearchParams(formOf(body)).toString() : JSON.stringify(body),
  })
}

let last = 0
/** Creates a page to pay on. */
async function createPage(name: Name) {
  const [path, body] = validRequests[name]
  const reference = `ref-${++last}`
  const own = { stripe: 'client_reference_id', paystack: 'reference', flutterwave: 'tx_ref' }[name]
  const reply = (await (await send(name, path, { ...body, [own]: reference })).json()) as {
    url?: string
    data?: { link?: string; authorization_url?: string }
  }
  return { reference, url: (reply.url ?? reply.data?.link ?? reply.data?.authorization_url)! }
}

describe.each(names)('%s', (name) => {
  test('accepts a documented request, and refuses one without the key', async () => {
    const [path, body] = validRequests[name]
    expect((await send(name, path, body)).status).toBe(200)
    expect((await send(name, path, body, { authorization: 'Bearer sk_test_other' })).status).toBe(401)
    expect(sandbox[name].violations()).toEqual([])
  })

  test('the page says that no money moves', async () => {
    const { url } = await createPage(name)
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('Sandbox: no real money.')
  })

  test('a number that is no test card is refused', async () => {
    const { url, reference } = await createPage(name)
    const { location, html } = await payWithCard(url, '4111111111111111')
    expect(location).toBeNull()
    expect(html).toContain('The sandbox refuses real cards')
    expect(sandbox[name].chargeCount(reference)).toBe(0)
  })

  test('a payment that has ended is not paid twice', async () => {
    const { url, reference } = await createPage(name)
    await payLater(url, 'bank_transfer')
    sandbox[name].completePayment(reference)
    sandbox[name].failPayment(reference)
    const { html } = await payLater(url, 'bank_transfer')
    expect(html).toContain('This payment is complete')
    expect(sandbox[name].chargeCount(reference)).toBe(1)
  })
})

test.each(invalidRequests)('%s refuses %s, and records it', async (name, _problem, path, body) => {
  const earlier = sandbox[name].violations().length
  expect((await send(name, path, body)).status).toBe(400)
  expect(sandbox[name].violations()).toHaveLength(earlier + 1)
})

test('a page of Flutterwave expires after its session', async () => {
  const [path, body] = validRequests.flutterwave
  const reply = await send('flutterwave', path, { ...body, configurations: { session_duration: 30 } })
  const { link } = ((await reply.json()) as { data: { link: string } }).data
  now = new Date(now.getTime() + 31 * 60_000)
  expect(await (await fetch(link)).text()).toContain('This page has expired')
})

describe('Stripe’s idempotency', () => {
  const [path, body] = validRequests.stripe
  const create = async (key: string, values: object = {}) => {
    const reply = await send('stripe', path, { ...body, ...values }, { 'idempotency-key': key })
    return { status: reply.status, body: (await reply.json()) as { id?: string; error?: { type: string } } }
  }
  test('repeats the first answer to a key, and refuses another request under it', async () => {
    const first = await create('key-1')
    expect(first.body.id).toMatch(/^cs_/)
    expect(await create('key-1')).toEqual(first)
    expect((await create('key-1', { client_reference_id: 'other' })).body.error?.type).toBe(
      'idempotency_error',
    )
    expect((await create('key-2')).body.id).not.toBe(first.body.id)
  })
  test('repeats a 500 that came after the effect', async () => {
    sandbox.stripe.failNext({ kind: 'error_500_after' })
    expect((await create('key-3')).status).toBe(500)
    expect((await create('key-3')).status).toBe(500)
  })
})

describe('failures on command', () => {
  const [path, body] = validRequests.paystack
  const initialize = () => send('paystack', path, { ...body, reference: `ref-${++last}` })
  test.each([
    ['error_500', 500],
    ['error_429', 429],
  ] as const)('%s answers %d, once, and has no effect', async (kind, status) => {
    const earlier = sandbox.paystack.payments().length
    sandbox.paystack.failNext({ kind, request: 'POST /transaction/initialize' })
    expect((await initialize()).status).toBe(status)
    expect(sandbox.paystack.payments()).toHaveLength(earlier)
    expect((await initialize()).status).toBe(200)
  })
  test.each(['hang', 'hang_after'] as const)('%s never answers', async (kind) => {
    sandbox.paystack.failNext({ kind })
    const { base_url, secret_key } = sandbox.paystack.keys
    const answer = fetch(`${base_url}/bank`, {
      headers: { authorization: `Bearer ${secret_key}` },
      signal: AbortSignal.timeout(200),
    })
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
  })
  test('slow_after has its effect at once, and answers later', async () => {
    const earlier = sandbox.paystack.payments().length
    sandbox.paystack.failNext({ kind: 'slow_after', request: 'POST /transaction/initialize' })
    const answer = initialize()
    await expect.poll(() => sandbox.paystack.payments().length, { interval: 10 }).toBe(earlier + 1)
    const first = await Promise.race([answer, new Promise((resume) => setTimeout(resume, 100, 'waits'))])
    expect(first).toBe('waits')
    expect((await answer).status).toBe(200)
  })
  test('concern the named request only', async () => {
    sandbox.paystack.failNext({ kind: 'reset', request: 'POST /refund' })
    expect((await initialize()).status).toBe(200)
    sandbox.paystack.clearFailures()
  })
  test('at random, the same seed gives the same sequence', () => {
    const sequence = () => {
      const failures = new Failures()
      failures.atRandom(0.2, 42)
      return Array.from({ length: 1_000 }, () => failures.take('POST /x'))
    }
    expect(sequence()).toEqual(sequence())
    const count = sequence().filter((kind) => kind !== null).length
    expect(count).toBeGreaterThan(150)
    expect(count).toBeLessThan(250)
  })
})

describe('webhooks', () => {
  test('are sent again after an answer other than 200', async () => {
    const statuses = [500, 302, 200]
    let attempts = 0
    const server = createServer((_request, response) => {
      response.writeHead(statuses[attempts++] ?? 200, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    sandbox.paystack.configureWebhooks({ url, retry_delays_ms: [1, 1, 1] })
    const { url: page } = await createPage('paystack')
    await payWithCard(page, '4084084084084081')
    await sandbox.paystack.webhooksIdle()
    expect(attempts).toBe(3)
    expect(sandbox.paystack.webhooks().at(-1)).toMatchObject({ status: 200, attempts: 3 })
    sandbox.paystack.configureWebhooks({ url: null, retry_delays_ms: [] })
    server.close()
  })
})

describe('the control interface', () => {
  const control = (command: string, args: unknown, type = 'application/json') =>
    fetch(`${sandbox.address}/control/${command}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(args),
    })
  test('runs commands over HTTP', async () => {
    const { url, reference } = await createPage('paystack')
    await payLater(url, 'bank_transfer')
    expect(await (await control('paystack/chargeCount', [reference])).json()).toBe(0)
    expect((await control('paystack/completePayment', [reference])).status).toBe(200)
    expect(await (await control('paystack/chargeCount', [reference])).json()).toBe(1)
  })
  test.each([
    ['paystack/toString', [], 404],
    ['paystack/keys', [], 404],
    ['other/failNext', [], 404],
    ['paystack/completePayment', ['no-such-reference'], 400],
    ['paystack/failNext', [{ kind: 'unknown' }], 400],
  ])('answers %s with %j by %i', async (command, args, status) => {
    expect((await control(command, args)).status).toBe(status)
  })
  test('refuses a form of a page in a browser', async () => {
    expect((await control('paystack/setRefunds', ['fail'], 'text/plain')).status).toBe(415)
  })
  test('refuses another host name', async () => {
    const status = new Promise((resolve, reject) => {
      sendRequest(`${sandbox.address}/control/paystack/clearFailures`, { headers: { host: 'evil.example' } })
        .on('response', (response) => resolve(response.statusCode))
        .on('error', reject)
        .end()
    })
    expect(await status).toBe(403)
  })
})

test('a restart keeps the state and the address, and ends what was pending', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'sandbox-state-')), 'state.json')
  const first = await startSandboxProviders({ stateFile })
  const [path, body] = validRequests.paystack
  const reply = await fetch(first.paystack.keys.base_url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.paystack.keys.secret_key}` },
    body: JSON.stringify({ ...body, reference: 'ref-kept' }),
  })
  const { authorization_url } = ((await reply.json()) as { data: { authorization_url: string } }).data
  await payLater(authorization_url, 'bank_transfer')
  await first.close()
  const second = await startSandboxProviders({ stateFile, pendingMs: 1 })
  expect(second.address).toBe(first.address)
  await expect.poll(() => second.paystack.chargeCount('ref-kept')).toBe(1)
  expect(await (await fetch(authorization_url)).text()).toContain('This payment is complete')
  // A port that another process took is no reason not to start.
  const third = await startSandboxProviders({ stateFile })
  expect(third.address).not.toBe(second.address)
  await third.close()
  await second.close()
})

test('listens on the loopback address only', () => {
  expect(sandbox.address).toMatch(/^http:\/\/127\.0\.0\.1:/)
})

test('decodes forms with brackets, and refuses names that it cannot read', () => {
  expect(decodeForm('a[0][b]=1&a[1][b]=2&c[d]=x&e[]=y&e[]=z')).toEqual({
    a: [{ b: '1' }, { b: '2' }],
    c: { d: 'x' },
    e: ['y', 'z'],
  })
  expect(() => decodeForm('a]b=1')).toThrow(SyntaxError)
})
