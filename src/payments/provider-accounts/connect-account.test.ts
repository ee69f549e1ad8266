import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createSellingSchool,
  payOnPage,
  postWebhook,
  readBooks,
  startCheckout,
} from '#testing/builders/payments-builder.ts'
import { captureLog } from '#testing/harness/harness.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  connectPaymentAccount,
  disconnectPaymentAccount,
  getPaymentMethods,
  listPaymentAccounts,
  verifyMyOrder,
} from '../contract.ts'

const payments = useTestPayments()

const random = () => randomBytes(12).toString('hex')

/** An account of the school at a stand-in that the platform's account there does not share. */
function accountAt(provider: 'paystack' | 'stripe' | 'flutterwave') {
  const secret_key = provider === 'flutterwave' ? `FLWSECK_TEST-${random()}-X` : `sk_test_${random()}`
  const webhook_secret = provider === 'stripe' ? `whsec_${random()}` : random()
  const account = payments.sandbox[provider].addAccount({
    secret_key,
    webhook_keys: [webhook_secret],
    mode: 'test',
  })
  return { account, keys: provider === 'paystack' ? { secret_key } : { secret_key, webhook_secret } }
}

describe.each(['paystack', 'flutterwave', 'stripe'] as const)(
  'the school’s own account at %s',
  (provider) => {
    test('takes the payments of students once it is connected', async () => {
      const sale = await createSellingSchool(provider)
      const { account, keys } = accountAt(provider)
      const owner = await sale.school.owner()
      const connected = await owner.api(connectPaymentAccount, { provider, ...keys })
      expect(connected.data.find((one) => one.provider === provider)).toMatchObject({
        account: { mode: 'test', key_suffix: keys.secret_key.slice(-4), last_webhook_at: null },
        is_used: true,
      })
      const { url, order_id } = await startCheckout(sale)
      await payOnPage(provider, url)
      expect(account.chargeCount()).toBe(1)
      expect(await sale.student.api(verifyMyOrder, { id: order_id })).toMatchObject({ status: 'paid' })
      await owner.api(disconnectPaymentAccount, { provider })
      expect((await owner.api(listPaymentAccounts, {})).data.every((one) => one.account === null)).toBe(true)
      await expect(owner.api(disconnectPaymentAccount, { provider })).rejects.toMatchObject({
        code: 'not_found',
      })
    })

    test('accepts webhooks as soon as it is connected', async () => {
      const { school } = await createSellingSchool(provider)
      const { account, keys } = accountAt(provider)
      const post = () => {
        const { body, headers } = signedEvent(provider, account.keys)
        return postWebhook(provider, body, { host: school.host, headers })
      }
      expect(await post()).toBe(401)
      await (await school.owner()).api(connectPaymentAccount, { provider, ...keys })
      expect(await post()).toBe(200)
    })

    test('accepts webhooks of the new and the previous key after a rotation', async () => {
      const sale = await createSellingSchool(provider)
      const owner = await sale.school.owner()
      const [first, second] = [accountAt(provider), accountAt(provider)]
      await owner.api(connectPaymentAccount, { provider, ...first.keys })
      const replaced = await owner.api(connectPaymentAccount, { provider, ...second.keys })
      expect(replaced.data.find((one) => one.provider === provider)!.account).toMatchObject({
        key_suffix: second.keys.secret_key.slice(-4),
        has_previous_key: true,
      })
      for (const { account } of [first, second]) {
        const { body, headers } = signedEvent(provider, account.keys)
        expect(await postWebhook(provider, body, { host: sale.school.host, headers })).toBe(200)
      }
      const [otherAccount] = [accountAt(provider)]
      const { body, headers } = signedEvent(provider, otherAccount.account.keys)
      expect(await postWebhook(provider, body, { host: sale.school.host, headers })).toBe(401)
      const listed = await owner.api(listPaymentAccounts, {})
      expect(listed.data.find((one) => one.provider === provider)!.account!.last_webhook_at).not.toBeNull()
    })
  },
)

/** A webhook without an effect, as this account signs it. */
function signedEvent(provider: 'paystack' | 'stripe' | 'flutterwave', keys: AccountKeys) {
  const id = random()
  const bodies = {
    paystack: { event: 'customeridentification.success', data: { reference: id } },
    flutterwave: { event: 'unknown', data: { id } },
    stripe: { id: `evt_${id}`, type: 'payout.paid', data: { object: { id } } },
  }
  const body = JSON.stringify(bodies[provider])
  return { body, headers: sign[provider](body, keys) }
}

type AccountKeys = ReturnType<typeof accountAt>['account']['keys']
const hmac = (algorithm: string, key: string, text: string) =>
  createHmac(algorithm, key).update(text).digest('hex')
const sign = {
  paystack: (body: string, { secret_key }: AccountKeys) => ({
    'x-paystack-signature': hmac('sha512', secret_key, body),
  }),
  flutterwave: (_body: string, { webhook_keys }: AccountKeys) => ({ 'verif-hash': webhook_keys[0]! }),
  stripe: (body: string, { webhook_keys }: AccountKeys) => {
    const time = Math.floor(Date.now() / 1000)
    return { 'stripe-signature': `t=${time},v1=${hmac('sha256', webhook_keys[0]!, `${time}.${body}`)}` }
  },
}

test('a school’s account at the second African provider takes its payments, and Stripe where the platform has none', async () => {
  const sale = await createSellingSchool('paystack')
  payments.configure({ isStripeEnabled: false })
  const owner = await sale.school.owner()
  const methods = async () => (await sale.student.api(getPaymentMethods, {})).provider
  expect(await methods()).toBe('paystack')
  await owner.api(connectPaymentAccount, { provider: 'flutterwave', ...accountAt('flutterwave').keys })
  expect(await methods()).toBe('flutterwave')
  await owner.api(connectPaymentAccount, { provider: 'paystack', ...accountAt('paystack').keys })
  expect(await methods()).toBe('paystack')
  const listed = await owner.api(connectPaymentAccount, { provider: 'stripe', ...accountAt('stripe').keys })
  expect(listed.data.map(({ provider, currencies }) => [provider, currencies])).toEqual([
    ['stripe', 'other'],
    ['paystack', 'african'],
    ['flutterwave', 'none'],
  ])
})

describe('a key is refused', () => {
  const refusal = async (keys: Record<string, string> = {}) =>
    connect(keys).then(
      () => null,
      (error: { code: string }) => error.code,
    )
  async function connect({ provider = 'stripe' as const, ...keys }: Record<string, string>) {
    const owner = await (await createSellingSchool('stripe')).school.owner()
    return owner.api(connectPaymentAccount, {
      provider: provider as 'stripe',
      secret_key: 'sk_test_of_nobody',
      webhook_secret: 'whsec_of_nobody',
      ...keys,
    })
  }

  test('that the provider does not know', async () => {
    expect(await refusal()).toBe('payment_key_refused')
    expect(await refusal({ provider: 'paystack' })).toBe('payment_key_refused')
    const flutterwave = { provider: 'flutterwave', secret_key: 'FLWSECK_TEST-of-nobody' }
    expect(await refusal(flutterwave)).toBe('payment_key_refused')
  })

  test('that is no secret key, without its webhook secret, or while the provider is silent', async () => {
    expect(await refusal({ secret_key: 'pk_test_public' })).toBe('payment_key_format')
    expect(await refusal({ webhook_secret: 'sk_test_again' })).toBe('payment_key_format')
    expect(await refusal({ provider: 'flutterwave', secret_key: 'sk_test_other' })).toBe('payment_key_format')
    payments.sandbox.stripe.failNext({ kind: 'error_500', request: 'GET /v1/balance', times: 1 })
    expect(await refusal()).toBe('payment_key_unchecked')
  })

  test('of the live mode outside of production, and of the test mode in production', async () => {
    expect(await refusal({ secret_key: 'sk_live_of_somebody' })).toBe('payment_key_must_be_test')
    payments.configure({ allowsTestKeys: false })
    expect(await refusal()).toBe('payment_key_must_be_live')
  })
})

test('no answer, log line, audit entry or column shows a key, and admins see no part of one', async () => {
  const lines = captureLog()
  const { school, student } = await createSellingSchool('stripe')
  const [owner, admin] = [await school.owner(), await school.admin()]
  const canary = accountAt('stripe').keys
  const unknown = { secret_key: `sk_test_${random()}`, webhook_secret: `whsec_${random()}` }
  const answers: unknown[] = [await owner.api(connectPaymentAccount, { provider: 'stripe', ...canary })]
  await owner.api(connectPaymentAccount, { provider: 'stripe', ...unknown }).catch((error: unknown) => {
    answers.push(error)
  })
  answers.push(await owner.api(listPaymentAccounts, {}), await readBooks(school, student))
  const seenByAdmin = await admin.api(listPaymentAccounts, {})
  expect(seenByAdmin.data[0]!.account).toMatchObject({ key_suffix: null })
  const stored = await school.transact(({ tx, school_id }) =>
    Promise.all([
      tx.selectFrom('payment_accounts').where('school_id', '=', school_id).selectAll().execute(),
      tx.selectFrom('audit_log').where('school_id', '=', school_id).selectAll().execute(),
    ]),
  )
  expect(stored[1].map(({ action }) => action)).toContain('payment_account.connected')
  const texts = [
    JSON.stringify([answers, seenByAdmin, lines, stored]),
    ...stored[0].map(({ encrypted_keys }) => encrypted_keys.toString('latin1')),
  ]
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of [...Object.values(canary), ...Object.values(unknown)])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
})
