import { describe, expect, test } from 'vitest'
import { money } from '#lib/money/money.ts'
import {
  attemptOf,
  checkoutFor,
  noLog,
  pay,
  payWith,
  sandboxCases,
  useSandbox,
} from '#testing/builders/provider-builder.ts'
import { checkRequests, hasDocuments } from '#testing/formats/documented-requests.ts'
import { cancelOnPage, payLater, payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { openProvider } from './open-provider.ts'
import { ProviderError } from './provider-error.ts'

const sandbox = useSandbox()

describe.each(sandboxCases)('$name', (one) => {
  test('a buyer pays on the hosted page, and our adapter finds the payment', async () => {
    const provider = await sandbox.open(one)
    const { request, location, payment } = await pay(one, provider)
    expect(payment).toMatchObject({
      reference: request.reference,
      amount: request.amount,
      mode: 'test',
      method: 'card',
      card: { last4: one.card[0].slice(-4) },
    })
    expect(location.origin + location.pathname).toBe('https://school.example/return')
    expect(location.searchParams.get('order')).toBe('1')
    for (const name of one.returned) expect(location.searchParams.get(name)).toBe(request.reference)
    const [event] = await sandbox.webhooksOf(one, provider, request.reference)
    expect(event?.subject).toMatchObject({
      kind: 'payment',
      reference: request.reference,
      transaction_id: payment.transaction_id,
    })
  })

  test('an unpaid page is pending, and a canceled one returns', async () => {
    const provider = await sandbox.open(one)
    const request = checkoutFor(one)
    const checkout = await provider.createCheckout(request)
    const { location } = await cancelOnPage(checkout.url)
    expect(location).toMatch(/^https:\/\/school\.example\//)
    expect(await provider.findPayment(attemptOf(request, checkout))).toEqual({ state: 'pending' })
    expect(sandbox.controls(one.name).chargeCount(request.reference)).toBe(0)
  })

  test('a declined buyer pays with another card on the same page', async () => {
    const provider = await sandbox.open(one)
    const request = checkoutFor(one)
    const checkout = await provider.createCheckout(request)
    const { location, html } = await payWithCard(checkout.url, one.declined)
    expect(location).toBeNull()
    expect(html).toContain('role="alert"')
    expect(await provider.findPayment(attemptOf(request, checkout))).toMatchObject(one.afterDecline)
    await payWith(one, checkout.url)
    expect(await provider.findPayment(attemptOf(request, checkout))).toMatchObject({ state: 'paid' })
    expect(sandbox.controls(one.name).chargeCount(request.reference)).toBe(1)
  })

  test('a saved card is charged, is declined, and asks for the buyer', async () => {
    const provider = await sandbox.open(one)
    const { request, payment } = await pay(one, provider)
    const charge = (reference: string) =>
      provider.chargeSavedCard({
        reference,
        amount: money(10_000, one.currency),
        description: 'Instalment 2',
        email: request.email,
        card: payment.card!,
        metadata: {},
      })
    const charged = await charge(`${request.reference}-2`)
    expect(charged.payment).toMatchObject({ state: 'paid', amount: money(10_000, one.currency) })
    sandbox.controls(one.name).setSavedCardResult(request.email, 'insufficient_funds')
    expect((await charge(`${request.reference}-3`)).payment).toMatchObject({
      state: 'failed',
      code: 'insufficient_funds',
    })
    sandbox.controls(one.name).setSavedCardResult(request.email, 'authenticate')
    expect((await charge(`${request.reference}-4`)).payment.state).toMatch(/action_required|failed/)
  })

  test('refunds end at once, later, or fail', async () => {
    const provider = await sandbox.open(one)
    const controls = sandbox.controls(one.name)
    const { request, payment } = await pay(one, provider)
    const { transaction_id } = payment
    const refund = (reference: string) =>
      provider.createRefund({
        reference,
        transaction_id,
        amount: money(5_000, one.currency),
        reason: 'asked',
      })
    const first = await refund(`${request.reference}-r1`)
    const find = ({ provider_refund_id }: typeof first) =>
      provider.findRefund({ provider_refund_id, transaction_id })
    expect(await find(first)).toMatchObject({ state: 'succeeded', amount: money(5_000, one.currency) })
    controls.setRefunds('stay_pending')
    const second = await refund(`${request.reference}-r2`)
    expect(await find(second)).toMatchObject({ state: 'pending' })
    controls.changeRefund(request.reference, 'succeeded')
    expect(await find(second)).toMatchObject({ state: 'succeeded' })
    controls.changeRefund(request.reference, 'failed')
    expect(await find(second)).toMatchObject({ state: 'failed' })
    controls.setRefunds('succeed')
    const tooMuch = { ...request.amount, minor: request.amount.minor + 1 }
    await expect(
      provider.createRefund({ reference: 'r-9', transaction_id, amount: tooMuch, reason: 'asked' }),
    ).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('a bank transfer is pending until the money arrives', async () => {
    const provider = await sandbox.open(one)
    const request = checkoutFor(one, { saves_card: false })
    const checkout = await provider.createCheckout(request)
    await payLater(checkout.url, 'bank_transfer')
    expect(await provider.findPayment(attemptOf(request, checkout))).toEqual({ state: 'pending' })
    sandbox.controls(one.name).completePayment(request.reference)
    expect(await provider.findPayment(attemptOf(request, checkout))).toMatchObject({
      state: 'paid',
      card: null,
    })
  })

  test('the list has every payment of the period once', async () => {
    const provider = await sandbox.open(one)
    const { payment } = await pay(one, provider)
    const period = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 1_000) }
    const ids: string[] = []
    for await (const { transaction_id } of provider.listPayments(period)) ids.push(transaction_id)
    expect(ids).toContain(payment.transaction_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(sandbox.controls(one.name).chargeCount())
  })

  test.each(['error_500_after', 'reset_after', 'invalid_json_after'] as const)(
    'a charge whose answer is lost (%s) is found afterwards, and was made once',
    async (kind) => {
      const provider = await sandbox.open(one)
      const { request, payment } = await pay(one, provider)
      const reference = `${request.reference}-2`
      sandbox.controls(one.name).failNext({ kind, request: 'POST' })
      const charge = provider.chargeSavedCard({
        reference,
        amount: money(10_000, one.currency),
        description: 'Instalment 2',
        email: request.email,
        card: payment.card!,
        metadata: {},
      })
      await expect(charge).rejects.toMatchObject({ isOutcomeUnknown: true })
      expect(
        await provider.findPayment({ reference, created_at: new Date(), provider_reference: null }),
      ).toMatchObject({ state: 'paid', reference })
      expect(sandbox.controls(one.name).chargeCount(reference)).toBe(1)
    },
  )

  test('a payment that differs from its checkout is reported as it is', async () => {
    const provider = await sandbox.open(one)
    const change = { amount: 1, currency: one.currency === 'USD' ? 'eur' : 'GHS', mode: 'live' } as const
    sandbox.controls(one.name).changeNextPayment(change)
    const { payment, request } = await pay(one, provider)
    expect(payment.amount).toEqual(money(1, change.currency.toUpperCase()))
    // Flutterwave does not say whether a payment is a test.
    expect(payment.mode).toBe(one.name === 'flutterwave' ? 'test' : 'live')
    expect((await pay(one, provider)).payment.amount).toEqual(request.amount)
  })

  test('a removed card cannot be charged', async () => {
    const provider = await sandbox.open(one)
    const { request, payment } = await pay(one, provider)
    await provider.removeSavedCard(payment.card!)
    await provider.removeSavedCard(payment.card!)
    const charge = provider.chargeSavedCard({
      reference: `${request.reference}-2`,
      amount: money(10_000, one.currency),
      description: 'Instalment 2',
      email: request.email,
      card: payment.card!,
      metadata: {},
    })
    const result = await charge.then(
      ({ payment: { state } }) => state,
      (error: ProviderError) => error.kind,
    )
    // Flutterwave has no call that removes a token.
    expect(result).toBe(one.name === 'flutterwave' ? 'paid' : 'rejected')
  })

  test('a closed page takes no payment', async () => {
    const provider = await sandbox.open(one)
    const request = checkoutFor(one)
    const checkout = await provider.createCheckout(request)
    await provider.closeCheckout(attemptOf(request, checkout))
    await provider.closeCheckout(attemptOf(request, checkout))
    // A page of Paystack cannot be closed by its API.
    if (one.name === 'paystack') sandbox.controls('paystack').expireCheckout(request.reference)
    const { location, html } = await payWith(one, checkout.url)
    expect(location).toBeNull()
    expect(html).toContain('expired')
    expect(sandbox.controls(one.name).chargeCount(request.reference)).toBe(0)
  })

  test.each([
    'error_500',
    'error_429',
    'hang',
    'reset',
    'error_500_after',
    'hang_after',
    'reset_after',
    'invalid_json_after',
  ] as const)('a checkout that fails by %s is unknown, and its repetition charges once', async (kind) => {
    const { keys, failNext, chargeCount } = sandbox.controls(one.name)
    const impatient = await openProvider(one.name, keys, { log: noLog, timeoutMs: 100 })
    const provider = await sandbox.open(one)
    const request = checkoutFor(one)
    failNext({ kind, request: 'POST' })
    const failing = kind.startsWith('hang') ? impatient : provider
    await expect(failing.createCheckout(request)).rejects.toMatchObject({ isOutcomeUnknown: true })
    // A slow machine may stop waiting before the request arrives.
    await expect.poll(() => sandbox.controls(one.name).isFailurePlanned()).toBe(false)
    const { state } = await provider.findPayment(attemptOf(request, null))
    expect(['not_found', 'pending']).toContain(state)
    const next = { ...request, reference: `${request.reference}-next` }
    // Paystack refuses the reference, and Stripe repeats its 500: then a new attempt begins.
    const again = await provider.createCheckout(request).catch(() => null)
    await payWith(one, (again ?? (await provider.createCheckout(next))).url)
    expect(chargeCount(request.reference) + chargeCount(next.reference)).toBe(1)
  })

  test('a repetition with the same reference is refused by Paystack, and returns a page elsewhere', async () => {
    const provider = await sandbox.open(one)
    const request = checkoutFor(one)
    const { url } = await provider.createCheckout(request)
    const again = await provider.createCheckout(request).catch((error: ProviderError) => error)
    const result = again instanceof ProviderError ? again.code : again.url === url ? 'same page' : 'new page'
    expect(result).toBe(
      { paystack: 'duplicate_reference', stripe: 'same page', flutterwave: 'new page' }[one.name],
    )
  })

  test('duplicates and held webhooks are signed and accepted', async () => {
    const provider = await sandbox.open(one)
    const controls = sandbox.controls(one.name)
    controls.configureWebhooks({ mode: 'hold', copies: 2 })
    const first = await pay(one, provider)
    const second = await pay(one, provider)
    expect(await sandbox.webhooksOf(one, provider, first.request.reference)).toEqual([])
    controls.configureWebhooks({ mode: 'deliver' })
    controls.deliverHeldWebhooks()
    const events = await sandbox.webhooksOf(one, provider, first.request.reference)
    const keys = new Set(events.map(({ dedup_key }) => dedup_key))
    expect(events).toHaveLength(keys.size * 2)
    expect(keys.size).toBeGreaterThan(0)
    expect(await sandbox.webhooksOf(one, provider, second.request.reference)).toHaveLength(events.length)
    controls.configureWebhooks({ mode: 'drop', copies: 1 })
    const dropped = await pay(one, provider)
    expect(await sandbox.webhooksOf(one, provider, dropped.request.reference)).toEqual([])
    controls.configureWebhooks({ mode: 'deliver' })
  })

  test('an account of a school has its own payments', async () => {
    const provider = await sandbox.open(one)
    const { request, checkout } = await pay(one, provider)
    const { keys } = sandbox.controls(one.name).addAccount({
      secret_key: `sk_test_school_${one.name}`,
      webhook_keys: ['school-hash'],
      mode: 'test',
    })
    const other = await openProvider(one.name, keys, { log: noLog })
    const found = await other.findPayment({ ...attemptOf(request, checkout), provider_reference: null })
    expect(found).toEqual({ state: 'not_found' })
  })

  test('a key that nobody has is refused', async () => {
    const { keys } = sandbox.controls(one.name)
    const provider = await openProvider(one.name, { ...keys, secret_key: 'sk_test_other' }, { log: noLog })
    await expect(provider.createCheckout(checkoutFor(one))).rejects.toMatchObject({
      code: 'credentials_invalid',
    })
  })
})

test.each([
  ['paystack', '/transaction/initialize', 1000],
  ['flutterwave', '/payments', 10],
] as const)('10.00 GHS arrives at %s in its own unit', async (name, path, amount) => {
  const one = sandboxCases.find((each) => each.name === name)!
  await (await sandbox.open(one)).createCheckout(checkoutFor(one, { amount: money(10_00, 'GHS') }))
  expect(sandbox.controls(name).requests().at(-1)).toMatchObject({ path, body: { amount, currency: 'GHS' } })
})

test.each([
  ['USD', 10_00, '1000'],
  ['JPY', 10, '10'],
  ['UGX', 10, '1000'],
])('Stripe is asked for %s in its own unit', async (currency, minor, unit_amount) => {
  const provider = await sandbox.open(sandboxCases[2])
  await provider.createCheckout(checkoutFor(sandboxCases[2], { amount: money(minor, currency) }))
  const body = sandbox.controls('stripe').requests().at(-1)?.body as {
    line_items: { price_data: { unit_amount: string } }[]
  }
  expect(body.line_items[0]?.price_data.unit_amount).toBe(unit_amount)
})

test.each([
  ['paystack', 'NGN', 49_99],
  ['stripe', 'USD', 49],
] as const)('%s refuses less than its minimum', async (name, currency, minor) => {
  const one = sandboxCases.find((each) => each.name === name)!
  const provider = await sandbox.open(one)
  await expect(
    provider.createCheckout(checkoutFor(one, { amount: money(minor, currency) })),
  ).rejects.toMatchObject({ kind: 'rejected', code: 'amount_not_supported' })
})

test('every request of this file follows the documentation of its provider', () => {
  for (const { name } of sandboxCases) {
    expect(sandbox.controls(name).requests().length).toBeGreaterThan(20)
    expect(sandbox.controls(name).violations()).toEqual([])
  }
})

test.skipIf(!hasDocuments)('every request of this file passes the schemas in ../shared/payments', () => {
  const requests = sandboxCases.flatMap(({ name }) => sandbox.controls(name).requests())
  const { problems, checked, undocumented } = checkRequests(requests)
  expect(problems).toEqual([])
  expect(checked).toEqual(
    expect.arrayContaining([
      'stripe POST /v1/checkout/sessions',
      'stripe POST /v1/refunds',
      'paystack POST /transaction/initialize',
      'paystack POST /transaction/charge_authorization',
      'paystack POST /refund',
      'flutterwave POST /payments',
      'flutterwave POST /tokenized-charges',
    ]),
  )
  // Of Stripe's calls, two have a schema.
  expect(undocumented.filter((call) => !call.startsWith('stripe '))).toEqual([])
})
