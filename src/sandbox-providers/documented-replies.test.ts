import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasDocuments, readDocument } from '#testing/formats/documented-requests.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { startSandboxProviders, type SandboxProvider, type SandboxProviders } from './index.ts'

type Json = Record<string, unknown>

let sandbox: SandboxProviders
beforeAll(async () => {
  sandbox = await startSandboxProviders()
})
afterAll(() => sandbox.close())

async function call({ keys }: SandboxProvider, path: string, body?: string): Promise<Json> {
  const response = await fetch(keys.base_url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${keys.secret_key}` },
    ...(body !== undefined && { body }),
  })
  return (await response.json()) as Json
}

const eventsOf = (provider: SandboxProvider) =>
  provider.webhooks().map(({ body }) => JSON.parse(body) as Json)

/** Every object of Stripe within a reply, by its type. */
function objectsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap((one) => objectsIn(one))
  return typeof (value as Json).object === 'string' ? [value as Json, ...nested] : nested
}

describe.skipIf(!hasDocuments)('Stripe', () => {
  test('replies and events have documented properties only', async () => {
    const { stripe } = sandbox
    const created = await call(
      stripe,
      '/v1/checkout/sessions',
      'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd' +
        '&line_items[0][price_data][unit_amount]=4900&line_items[0][price_data][product_data][name]=Course' +
        '&success_url=https://school.example/r&client_reference_id=ord-1-a1' +
        '&payment_intent_data[setup_future_usage]=off_session',
    )
    await payWithCard(String(created.url), '4000000000009995')
    await payWithCard(String(created.url), '4242424242424242')
    const paths = ['latest_charge.balance_transaction', 'payment_method'].map(
      (path, index) => `expand[${index}]=payment_intent.${path}`,
    )
    const session = await call(stripe, `/v1/checkout/sessions/${String(created.id)}?${paths.join('&')}`)
    const intent = session.payment_intent as Json
    const refund = await call(stripe, '/v1/refunds', `payment_intent=${String(intent.id)}&amount=100`)
    const dispute = await call(stripe, `/v1/disputes/${stripe.openDispute('ord-1-a1')}`)
    const objects = objectsIn([session, refund, dispute, eventsOf(stripe)])
    const { resources } = readDocument<{ resources: Record<string, Json> }>('stripe/fixtures3.trimmed.json')
    const undocumented = objects.flatMap((object) => {
      const names = Object.keys(resources[String(object.object)] ?? {})
      return Object.keys(object)
        .filter((name) => !names.includes(name))
        .map((name) => `${String(object.object)}.${name}`)
    })
    expect([...new Set(undocumented)]).toEqual([])
    expect([...new Set(objects.map(({ object }) => String(object)))].sort()).toEqual([
      'balance_transaction',
      'charge',
      'checkout.session',
      'dispute',
      'event',
      'payment_intent',
      'payment_method',
      'refund',
    ])
  })
})

/** Where a value has another type than the document says. Null fits everything, and missing names are left out. */
function differences(documented: unknown, actual: unknown, path = ''): string[] {
  if (actual === null || actual === undefined || documented === 'null') return []
  if (typeof documented === 'string') {
    const type = Number.isInteger(actual) ? 'integer' : typeof actual
    return type === documented ? [] : [`${path}: ${type} instead of ${documented}`]
  }
  if (typeof documented !== 'object' || Array.isArray(documented)) return []
  return Object.entries(documented as Json).flatMap(([name, type]) =>
    differences(type, (actual as Json)[name], `${path}.${name}`),
  )
}

/** Removes `nullable` from schemas that have no type: they allow null as it is, and Ajv refuses the word there. */
function withoutLooseNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLooseNull)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([name]) => name !== 'nullable' || 'type' in schema)
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutLooseNull(one)]))
}

describe.skipIf(!hasDocuments)('Paystack', () => {
  const email = 'ada@example.com'
  async function pay(reference: string) {
    const { paystack } = sandbox
    const initialized = await call(
      paystack,
      '/transaction/initialize',
      JSON.stringify({ email, amount: 750_050, currency: 'NGN', reference, metadata: { order: '1' } }),
    )
    await payWithCard(String((initialized.data as Json).authorization_url), '4084084084084081')
    const verified = await call(paystack, `/transaction/verify/${reference}`)
    return { initialized, verified, transaction: verified.data as Json }
  }

  test('replies fit the OpenAPI document', async () => {
    const { paystack } = sandbox
    const { initialized, verified, transaction } = await pay('ord-1-a1')
    const { authorization_code } = transaction.authorization as { authorization_code: string }
    const charged = await call(
      paystack,
      '/transaction/charge_authorization',
      JSON.stringify({ email, amount: 10_000, authorization_code, reference: 'ord-1-a2', currency: 'NGN' }),
    )
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    ajv.addSchema(withoutLooseNull(readDocument<Json>('paystack/paystack.trimmed.json')) as Json, 'paystack')
    const errorsOf = (name: string, reply: Json) => {
      const validate = ajv.compile({ $ref: `paystack#/components/schemas/${name}` })
      return validate(reply) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`)
    }
    expect(errorsOf('TransactionInitializeResponse', initialized)).toEqual([])
    expect(errorsOf('VerifyResponse', verified)).toEqual([])
    expect(errorsOf('ChargeAuthorizationResponse', charged)).toEqual([])
  })

  test('webhooks have the types of the documented samples', async () => {
    const { paystack } = sandbox
    const { transaction } = await pay('ord-2-a1')
    await call(paystack, '/refund', JSON.stringify({ transaction: String(transaction.id), amount: 5_000 }))
    paystack.openDispute('ord-2-a1')
    const { events } = readDocument<{ events: Record<string, { data: Json }[]> }>(
      'paystack/webhook-shapes.json',
    )
    const sent = eventsOf(paystack)
    for (const name of ['charge.success', 'refund.processed', 'charge.dispute.create']) {
      const event = sent.findLast((one) => one.event === name)
      const [documented] = events[name]!
      expect(event?.data, name).toBeDefined()
      // Metadata is an object, a text or a number, as the merchant sent it.
      const found = differences(documented!.data, event!.data).filter((one) => !one.includes('metadata'))
      expect(found, name).toEqual([])
    }
  })
})
