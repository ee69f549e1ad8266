import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql, type Selectable } from 'kysely'
import type { App } from '#app.ts'
import type { PaymentsConfig } from '#payments/config.ts'
import { createCheckout, updateBillingCard, verifyMyCardSetup } from '#payments/contract.ts'
import { jobs } from '#payments/jobs.ts'
import type { DB } from '#platform/database/database-types.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import { startSandboxProviders, type SandboxProviders } from '#sandbox-providers/index.ts'
import { payWithCard } from '../fakes/sandbox-buyer.ts'
import { requireDocumentedRequests } from '../formats/documented-requests.ts'
import { createTestSchool, getTestApp, rootDomain, type TestSchool } from './school-builder.ts'
import type { TestUser } from './test-client.ts'
import { runQueuedJobs } from './queue.ts'

type Provider = 'paystack' | 'flutterwave' | 'stripe'

/** A card that each stand-in accepts, with the answers to the questions of its bank. */
const cards: Record<Provider, readonly [number: string, ...answers: string[]]> = {
  paystack: ['4084084084084081'],
  flutterwave: ['5531886652142950', '3310', '12345'],
  stripe: ['4242424242424242'],
}
const currencies: Record<Provider, string> = { paystack: 'NGN', flutterwave: 'NGN', stripe: 'USD' }

export type TestPayments = Awaited<ReturnType<typeof startTestPayments>>

/** Sandbox providers with the platform's accounts, whose webhooks arrive at the root host of this worker's app. */
export async function startTestPayments() {
  const app = await getTestApp()
  const relay = await startWebhookRelay(app)
  const webhookUrls = relay.urls
  const sandbox = await startSandboxProviders({ webhookUrls })
  const { payments } = app.services.config
  const before = { ...payments }
  const { paystack, flutterwave, stripe } = sandbox
  const keys = { paystack: paystack.keys, flutterwave: flutterwave.keys, stripe: stripe.keys }
  const sandboxSettings: Partial<PaymentsConfig> = {
    primary: 'paystack',
    isStripeEnabled: true,
    allowsTestKeys: true,
    accounts: keys,
    baseUrls: {
      paystack: paystack.keys.base_url,
      flutterwave: flutterwave.keys.base_url,
      stripe: stripe.keys.base_url,
    },
  }
  Object.assign(payments, sandboxSettings)
  return {
    sandbox,
    /** Changes settings of the platform. */
    configure: (changes: Partial<PaymentsConfig>) => Object.assign(payments, changes),
    /** Ends failures and webhook settings of a test. */
    reset() {
      Object.assign(payments, sandboxSettings)
      for (const name of ['paystack', 'flutterwave', 'stripe'] as const) {
        sandbox[name].clearFailures()
        sandbox[name].setRefunds('succeed')
        sandbox[name].configureWebhooks({ mode: 'deliver', copies: 1, delay_ms: 0 })
      }
    },
    async close() {
      Object.assign(payments, before)
      await sandbox.close()
      await relay.close()
      requireDocumentedRequests(sandbox)
    },
  }
}

/** Passes webhooks from the loopback address on to the app, with the host that a provider would call. */
async function startWebhookRelay(app: App) {
  const server = createServer((request, response) => void pass(request, response))
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const answer = await app.http.inject({
      method: 'POST',
      url: `/api/payments/v1/webhooks${request.url}`,
      headers: { ...request.headers, host: rootDomain },
      payload: Buffer.concat(chunks),
    })
    response.writeHead(answer.statusCode).end(answer.body)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const urlOf = (provider: Provider) => `http://127.0.0.1:${port}/${provider}`
  return {
    urls: { paystack: urlOf('paystack'), flutterwave: urlOf('flutterwave'), stripe: urlOf('stripe') },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const hmac = (algorithm: string, key: string, text: string) =>
  createHmac(algorithm, key).update(text).digest('hex')

/** Headers with which a provider signs a body, by its documentation, with the platform's key. */
export async function signWebhook(provider: Provider, body: string, time = Date.now()) {
  const { accounts } = (await getTestApp()).services.config.payments
  const { secret_key = '', webhook_keys: [key = ''] = [] } = accounts[provider] ?? {}
  const seconds = Math.floor(time / 1000)
  const headers: Record<Provider, Record<string, string>> = {
    paystack: { 'x-paystack-signature': hmac('sha512', secret_key, body) },
    flutterwave: { 'verif-hash': key },
    stripe: { 'stripe-signature': `t=${seconds},v1=${hmac('sha256', key, `${seconds}.${body}`)}` },
  }
  return headers[provider]
}

interface PostedWebhook {
  app?: App
  host?: string
  /** Instead of those with a valid signature. */
  headers?: Record<string, string>
  /** Address of the sender; this machine's by default. */
  remoteAddress?: string
}

/** Sends a webhook as its provider would. Returns the status of the answer. */
export async function postWebhook(
  provider: Provider,
  body: string,
  { app, host = rootDomain, headers, remoteAddress }: PostedWebhook = {},
): Promise<number> {
  const answer = await (app ?? (await getTestApp())).http.inject({
    method: 'POST',
    url: `/api/payments/v1/webhooks/${provider}`,
    ...(remoteAddress && { remoteAddress }),
    headers: {
      host,
      'content-type': 'application/json',
      ...(headers ?? (await signWebhook(provider, body))),
    },
    payload: body,
  })
  return answer.statusCode
}

export const testPrice = 750_000

/** A school that sells one course through this provider, and a student of the school. */
export async function createSellingSchool(
  provider: Provider = 'paystack',
  details: { plan_name?: string; allow_manual_student_approval?: boolean; approves?: boolean } = {},
) {
  const { approves = true, ...schoolDetails } = details
  if (provider !== 'stripe') (await getTestApp()).services.config.payments.primary = provider
  const school = await createTestSchool({ currency_code: currencies[provider], ...schoolDetails })
  const course = await school.course({
    price: testPrice,
    approve_student_on_payment: approves,
    show_content_title_to_unapproved: false,
  })
  return { school, course, student: await school.student(), provider }
}

export type SellingSchool = Awaited<ReturnType<typeof createSellingSchool>>

/** Starts the payment of the course, as the student. */
export const startCheckout = ({ student, course }: Pick<SellingSchool, 'student' | 'course'>) =>
  student.api(createCheckout, { course_id: course.id })

/** Pays on the hosted page with a card that the stand-in accepts. */
export const payOnPage = (provider: Provider, url: string, card?: string) => {
  const [number, ...answers] = cards[provider]
  return card ? payWithCard(url, card) : payWithCard(url, number, ...answers)
}

/** Saves a card as the student: on Stripe's page for it, by a small charge at the others. Returns its number and token. */
export async function saveCard({ student, provider, sandbox }: SavingStudent, card?: string) {
  const { url, setup_id, charge } = await student.api(updateBillingCard, {})
  const { location } = await payOnPage(provider, url, card)
  const { state } = await student.api(verifyMyCardSetup, { id: setup_id })
  const token = sandbox[provider].savedCards(student.email).at(-1)?.token ?? ''
  return { number: card ?? cards[provider][0], token, state, charge, location, setup_id }
}

interface SavingStudent {
  student: TestUser
  provider: Provider
  sandbox: SandboxProviders
}

/** Runs the waiting jobs of payments at the time of `setClock`, as a worker would. */
export async function runPaymentJobs({ app, school_id, transact }: TestSchool) {
  const now = app.services.now?.() ?? new Date()
  const atNow: TestSchool['transact'] = (work) => transact((ctx) => work({ ...ctx, now }))
  for (const job of jobs) await runQueuedJobs({ school_id, transact: atNow }, job)
}

/** The platform’s own tenant, whose jobs read webhooks that name no school, and compare the platform’s accounts. */
export async function platformTenant(school: TestSchool): Promise<TestSchool> {
  const { services } = school.app
  const context = contextFor(services, {
    school: { school_id: PLATFORM_ID, brand: await services.hosts.brand(null) },
    actor: systemActor,
    source: { request_id: 'test', request_source: 'job' },
  })
  const { transact } = createCtxWithoutTx(context, { onSchoolInvalidated: () => {} })
  return { ...school, school_id: PLATFORM_ID, transact }
}

/** Everything that payments leave behind in a school, the oldest first, and the sums of the ledger's accounts. */
export const readBooks = (school: TestSchool, buyer: Pick<TestUser, 'id'>) =>
  school.transact(async (ctx) => {
    const journals = await rowsOf(ctx, 'ledger_journals', 'posted_at')
    const entitlements = await rowsOf(ctx, 'entitlements', 'created_at')
    const mails = await rowsOf(ctx, 'mail_outbox', 'created_at')
    return {
      orders: await rowsOf(ctx, 'orders', 'created_at'),
      attempts: await rowsOf(ctx, 'payment_attempts', 'number'),
      payments: await rowsOf(ctx, 'payments', 'created_at'),
      refunds: await rowsOf(ctx, 'refunds', 'created_at'),
      events: await rowsOf(ctx, 'payment_events', 'received_at'),
      entitlements: entitlements.filter(({ user_id }) => user_id === buyer.id),
      receipts: mails.filter(({ kind }) => kind === 'payment_receipt'),
      journals,
      balances: balancesOf(journals),
    }
  })

type BookTable =
  | 'orders'
  | 'payment_attempts'
  | 'payments'
  | 'refunds'
  | 'payment_events'
  | 'ledger_journals'
  | 'entitlements'
  | 'mail_outbox'

async function rowsOf<Table extends BookTable>({ tx, school_id }: Ctx, table: Table, order: string) {
  const { rows } = await sql<Selectable<DB[Table]>>`select * from ${sql.table(table)}
    where school_id = ${school_id} order by ${sql.ref(order)}`.execute(tx)
  return rows
}

function balancesOf(journals: readonly Selectable<DB['ledger_journals']>[]) {
  const balances: Record<string, number> = {}
  for (const { accounts, amounts } of journals)
    for (const [index, account] of accounts.entries())
      balances[account] = (balances[account] ?? 0) + Number(amounts[index])
  return balances
}
