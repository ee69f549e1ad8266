import { afterAll, beforeAll } from 'vitest'
import { money } from '#lib/money/money.ts'
import { openProvider } from '#payments/providers/open-provider.ts'
import type { Checkout, CheckoutRequest, PaidPayment, PaymentProvider } from '#payments/providers/provider.ts'
import { startSandboxProviders, type SandboxProviders } from '#sandbox-providers/index.ts'
import { requireDocumentedRequests } from '#testing/formats/documented-requests.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { startWebhookReceiver } from '#testing/fakes/webhook-receiver.ts'

/** Each provider with a currency, cards and its own ways. */
export const sandboxCases = [
  {
    name: 'paystack',
    currency: 'NGN',
    card: ['4084084084084081'],
    declined: '4084080000670037',
    returned: ['trxref', 'reference'],
    afterDecline: { state: 'failed', code: 'insufficient_funds' },
  },
  {
    name: 'flutterwave',
    currency: 'NGN',
    card: ['5531886652142950', '3310', '12345'],
    declined: '5258585922666506',
    returned: ['tx_ref'],
    afterDecline: { state: 'failed', code: 'insufficient_funds' },
  },
  {
    name: 'stripe',
    currency: 'USD',
    card: ['4242424242424242'],
    declined: '4000000000009995',
    // Stripe returns the parameters of our address only, and a declined card leaves the session open.
    returned: [],
    afterDecline: { state: 'pending' },
  },
] as const
export type SandboxCase = (typeof sandboxCases)[number]

export const noLog = { info: () => {}, warn: () => {} }

let last = 0
export const checkoutFor = (
  { currency }: SandboxCase,
  values: Partial<CheckoutRequest> = {},
): CheckoutRequest => ({
  reference: `ord-${++last}-a1`,
  amount: money(750_050, currency),
  description: 'Course',
  email: `buyer${last}@example.com`,
  name: 'Ada Buyer',
  return_url: 'https://school.example/return?order=1',
  cancel_url: 'https://school.example/cancel',
  expires_at: new Date(Date.now() + 3_600_000),
  saves_card: true,
  customer_reference: null,
  metadata: { order: '1' },
  ...values,
})

export const attemptOf = ({ reference }: CheckoutRequest, checkout: Checkout | null) => ({
  reference,
  created_at: new Date(),
  provider_reference: checkout?.provider_reference ?? null,
})

/** Pays with a card that succeeds. */
export const payWith = ({ card: [number, ...answers] }: SandboxCase, url: string) =>
  payWithCard(url, number, ...answers)

/** Starts the stand-ins, and a receiver of their webhooks, for the tests of a file. */
export function useSandbox() {
  const opened: { sandbox?: SandboxProviders; receiver?: Awaited<ReturnType<typeof startWebhookReceiver>> } =
    {}
  beforeAll(async () => {
    opened.receiver = await startWebhookReceiver()
    const { url } = opened.receiver
    const webhookUrls = { paystack: url, flutterwave: url, stripe: url }
    opened.sandbox = await startSandboxProviders({ webhookUrls })
  })
  afterAll(async () => {
    if (opened.sandbox) requireDocumentedRequests(opened.sandbox)
    await opened.sandbox?.close()
    await opened.receiver?.close()
  })
  return {
    controls: (name: SandboxCase['name']) => opened.sandbox![name],
    open: ({ name }: SandboxCase): Promise<PaymentProvider> =>
      openProvider(name, opened.sandbox![name].keys, { log: noLog }),
    /** The webhooks with this text, as they arrived. */
    async received(name: SandboxCase['name'], text: string) {
      await opened.sandbox![name].webhooksIdle()
      return opened.receiver!.received.filter(({ raw }) => raw.includes(text))
    },
    /** The webhooks with this text, as our reader takes them. */
    async webhooksOf(one: SandboxCase, provider: PaymentProvider, text: string) {
      return (await this.received(one.name, text)).map(({ raw, headers }) =>
        provider.readWebhook(Buffer.from(raw), headers as Record<string, string>, new Date()),
      )
    },
  }
}

/** Creates a checkout, and pays it. */
export async function pay(one: SandboxCase, provider: PaymentProvider) {
  const request = checkoutFor(one)
  const checkout = await provider.createCheckout(request)
  const { location } = await payWith(one, checkout.url)
  const found = await provider.findPayment(attemptOf(request, checkout))
  if (found.state !== 'paid') throw new Error(`expected a payment, found ${found.state}`)
  return { request, checkout, location: new URL(location!), payment: found satisfies PaidPayment }
}
