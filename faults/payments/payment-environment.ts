import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { connectPaymentAccount } from '#payments/contract.ts'
import { appRoleUrl } from '#platform/database/migrate.ts'
import {
  startSandboxProviders,
  type AccountControls,
  type SandboxProviders,
} from '#sandbox-providers/index.ts'
import type { ChildProcessHandle } from '../processes/children.ts'
import type { FaultEnvironment, WebProcess } from '../processes/fault-environment.ts'
import { call } from '../processes/send.ts'
import { createSellingSchools, type SellingSchool } from './selling-schools.ts'

export const providerNames = ['paystack', 'flutterwave', 'stripe'] as const

/** Webhooks that a killed process has not answered are sent again, as the providers do within hours. */
const retry_delays_ms = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]

const liveKeys = {
  paystack: { secret_key: 'sk_live_faults_paystack', webhook_keys: [], mode: 'live' },
  flutterwave: { secret_key: 'FLWSECK-faults-flutterwave-X', webhook_keys: ['faults-hash'], mode: 'live' },
  stripe: { secret_key: 'sk_live_faults_stripe', webhook_keys: ['whsec_faults_stripe'], mode: 'live' },
} as const

/** The product's processes, which are killed and started again. */
interface Processes {
  webs: WebProcess[]
  workers: ChildProcessHandle[]
}

export type PaymentEnvironment = Awaited<ReturnType<typeof startPaymentEnvironment>>

interface PaymentEnvironmentOptions {
  webs: number
  workers: number
  /** Students of each school. */
  students: number
}

/**
 * Stand-ins of the three providers, and schools that sell through them: through the platform's account at Paystack and at
 * Stripe, and through an own account at Flutterwave.
 */
export async function startPaymentEnvironment(
  world: FaultEnvironment,
  { webs, workers, students }: PaymentEnvironmentOptions,
) {
  const processes: Processes = { webs: [], workers: [] }
  const origin = () => randomOf(processes.webs)?.origin ?? null
  const relay = await startWebhookRelay(origin)
  const sandbox = await startSandboxProviders()
  const accounts = addLiveAccounts(sandbox)
  const env = environmentOf(accounts)
  const app = await openAppInProcess(world, env)
  const schools = await createSellingSchools(app, students)
  registerWebhooks(accounts, schools, relay.origin)
  const startWeb = async () => void processes.webs.push(await world.startWeb(env))
  const startWorker = async () => void processes.workers.push(await world.startWorker(env))
  for (let n = 0; n < webs; n++) await startWeb()
  for (let n = 0; n < workers; n++) await startWorker()
  await connectOwnAccount(origin()!, schools)
  return {
    world,
    sandbox,
    accounts,
    app,
    schools,
    processes,
    /** A web process that runs; null if none does. */
    origin,
    startWeb,
    startWorker,
    async close() {
      const children = [...processes.webs.map(({ child }) => child), ...processes.workers]
      await Promise.all(children.map((child) => child.stop()))
      await app.close()
      await sandbox.close()
      await relay.close()
    },
  }
}

type Accounts = Record<(typeof providerNames)[number], AccountControls>

const addLiveAccounts = ({ paystack, flutterwave, stripe }: SandboxProviders): Accounts => ({
  paystack: paystack.addAccount(liveKeys.paystack),
  flutterwave: flutterwave.addAccount(liveKeys.flutterwave),
  stripe: stripe.addAccount(liveKeys.stripe),
})

const environmentOf = ({ paystack, flutterwave, stripe }: Accounts) => ({
  ALLOW_PLAINTEXT_CONNECTIONS: 'public,payments',
  PAYMENT_PRIMARY_PROVIDER: 'paystack',
  PAYSTACK_SECRET_KEY: paystack.keys.secret_key,
  STRIPE_ENABLED: 'on',
  STRIPE_SECRET_KEY: stripe.keys.secret_key,
  STRIPE_WEBHOOK_SECRETS: stripe.keys.webhook_keys[0],
  PAYSTACK_URL: paystack.keys.base_url,
  FLUTTERWAVE_URL: flutterwave.keys.base_url,
  STRIPE_URL: stripe.keys.base_url,
})

/** Webhooks of the platform's accounts arrive at the root host, those of a school's own account at its host. */
function registerWebhooks(accounts: Accounts, schools: readonly SellingSchool[], relay: string) {
  for (const { provider, host } of schools) {
    const receiver = provider === 'flutterwave' ? host : 'localhost'
    accounts[provider].configureWebhooks({ url: `${relay}/${receiver}/${provider}`, retry_delays_ms })
  }
}

/** The product in this process, to create schools and to run the nightly jobs at a later time. */
function openAppInProcess(world: FaultEnvironment, env: NodeJS.ProcessEnv) {
  const config = loadConfig({ ...world.env, ...env })
  return createApp({
    config,
    databaseUrl: appRoleUrl(world.url, config.appSecret),
    logger: pino({ level: 'silent' }),
    pages: 'none',
  })
}

async function connectOwnAccount(origin: string, schools: readonly SellingSchool[]) {
  const { host, owner } = schools.find(({ provider }) => provider === 'flutterwave')!
  const { secret_key, webhook_keys } = liveKeys.flutterwave
  const keys = { provider: 'flutterwave' as const, secret_key, webhook_secret: webhook_keys[0] }
  const { status, text } = await call({ origin, host, token: owner }, connectPaymentAccount, keys)
  if (status !== 200) throw new Error(`the school's own account was not connected: ${status} ${text}`)
}

export const randomOf = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)]

/** Passes `/HOST/PROVIDER` on to a web process with this host; answers 502 if that one dies. */
async function startWebhookRelay(origin: () => string | null) {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const [, host = '', provider = ''] = (incoming.url ?? '').split('/')
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
    const to = origin()
    if (!to) return outgoing.writeHead(502).end()
    const headers = { ...incoming.headers, host, connection: 'close' }
    const onward = request(`${to}/api/payments/v1/webhooks/${provider}`, { method: 'POST', headers })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    return onward.end(Buffer.concat(chunks))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** Provider commands for all three stand-ins. */
export const eachProvider = (sandbox: SandboxProviders) => providerNames.map((name) => sandbox[name])
