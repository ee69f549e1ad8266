import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { originFor, type Config } from '#platform/config/config.ts'
import { StartError } from '#platform/config/start-error.ts'
import type { Log } from '#platform/telemetry/log.ts'

/** The process that the sandbox belongs to. */
interface StartingProcess {
  config: Config
  log: Pick<Log, 'warn'>
  onStop(stop: () => Promise<unknown>): void
}

/** Milliseconds until transfers and refunds of the sandbox end: long enough to see that they are pending. */
const pendingMs = 20_000
/** The product may be starting, or stopped in a debugger. */
const retry_delays_ms = [1_000, 5_000, 30_000, 120_000]

/**
 * Starts stand-ins of the payment providers if no provider has keys, and returns a configuration that uses them. Nobody
 * pays in the sandbox, so production never gets it.
 */
export async function startPaymentSandbox<Process extends StartingProcess>(
  running: Process,
): Promise<Process> {
  const { config, log, onStop } = running
  if (!config.payments.runsSandbox) return running
  if (config.production) throw new StartError('The payment sandbox never runs in production.')
  const { startSandboxProviders } = await import('#sandbox-providers/index.ts')
  const webhookUrl = (provider: string) =>
    `${originFor(config, config.rootDomain)}/api/payments/v1/webhooks/${provider}`
  mkdirSync(config.dataDir, { recursive: true })
  const sandbox = await startSandboxProviders({
    pendingMs,
    stateFile: join(config.dataDir, 'sandbox-providers.json'),
    webhookUrls: {
      stripe: webhookUrl('stripe'),
      paystack: webhookUrl('paystack'),
      flutterwave: webhookUrl('flutterwave'),
    },
  })
  onStop(() => sandbox.close())
  log.warn({ address: sandbox.address }, 'payments use the sandbox: no real money')
  const { stripe, paystack, flutterwave } = sandbox
  for (const provider of [stripe, paystack, flutterwave]) provider.configureWebhooks({ retry_delays_ms })
  const payments = {
    ...config.payments,
    accounts: { stripe: stripe.keys, paystack: paystack.keys, flutterwave: flutterwave.keys },
    baseUrls: {
      stripe: stripe.keys.base_url,
      paystack: paystack.keys.base_url,
      flutterwave: flutterwave.keys.base_url,
    },
  }
  return { ...running, config: { ...config, payments } }
}
