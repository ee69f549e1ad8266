import type { Provider } from './api-requests.ts'
import { accountControls, providerControls, type AccountControls, type ProviderControls } from './controls.ts'
import { closeAccount, createAccount, type AccountKeys } from './core/account.ts'
import { readState, restoreAccount, writeState, type SavedState } from './core/saved-state.ts'
import { Failures } from './core/failures.ts'
import type { ProviderName, Wire } from './core/wire.ts'
import { createFlutterwave } from './flutterwave/flutterwave.ts'
import { createPaystack } from './paystack/paystack.ts'
import { createStripe } from './stripe/stripe.ts'
import { startServer, type SandboxServer } from './server.ts'

export type { AccountControls, ProviderControls } from './controls.ts'
export type { AccountKeys } from './core/account.ts'

export interface SandboxOptions {
  /** Port on the loopback address; default: a free one. */
  port?: number
  /** Where each provider sends its webhooks; others send none. */
  webhookUrls?: Partial<Record<ProviderName, string>>
  /** Milliseconds until pending payments and refunds end by themselves; default: they wait for a command. */
  pendingMs?: number
  /** File in which the state survives a restart; default: it is in memory only. */
  stateFile?: string
  now?: () => Date
}

/** Commands to a provider and to its first account, whose keys are in `keys`. */
export interface SandboxProvider extends AccountControls, ProviderControls {
  /** Adds an account with keys of its own, for example of a school. */
  addAccount(keys: Omit<AccountKeys, 'base_url'>): AccountControls
}

export interface SandboxProviders extends Record<ProviderName, SandboxProvider> {
  /** Address of the server without a slash at its end. */
  address: string
  close(): Promise<void>
}

/** Keys of the first account of each provider. Nobody else has such keys, so they are no secrets. */
const firstKeys: Record<ProviderName, Omit<AccountKeys, 'base_url'>> = {
  paystack: { secret_key: 'sk_test_sandbox_paystack', webhook_keys: [], mode: 'test' },
  flutterwave: {
    secret_key: 'FLWSECK_TEST-sandbox-flutterwave-X',
    webhook_keys: ['sandbox-verif-hash'],
    mode: 'test',
  },
  stripe: { secret_key: 'sk_test_sandbox_stripe', webhook_keys: ['whsec_sandbox_stripe'], mode: 'test' },
}

/**
 * Starts stand-ins of the payment providers on the loopback address. They speak the documented wire formats over HTTP,
 * and hold their state in memory. Never for production: nobody pays.
 */
export async function startSandboxProviders(options: SandboxOptions = {}): Promise<SandboxProviders> {
  const wires: Wire[] = [createPaystack(), createFlutterwave(), createStripe()]
  const providers = wires.map((wire) => ({ wire, accounts: [], failures: new Failures(), requests: [] }))
  const saved = options.stateFile === undefined ? null : readState(options.stateFile)
  const server = await startServer({ port: options.port ?? saved?.port ?? 0, providers })
  const opened = providers.map((provider) => [
    provider.wire.name,
    openProvider(provider, server.address, options),
  ])
  const stopSaving = saveRegularly(providers, server, { saved, file: options.stateFile })
  return {
    ...(Object.fromEntries(opened) as Record<ProviderName, SandboxProvider>),
    address: server.address,
    async close() {
      await server.close()
      stopSaving()
      await Promise.all(providers.flatMap(({ accounts }) => accounts.map(closeAccount)))
    },
  }
}

interface Saving {
  saved: SavedState | null
  file: string | undefined
}

const saveEveryMs = 2_000

/** Restores the last state, and saves it after requests and at the end. Returns the function that ends this. */
function saveRegularly(providers: readonly Provider[], server: SandboxServer, { saved, file }: Saving) {
  if (file === undefined) return () => {}
  const accounts = providers.map((provider) => provider.accounts[0]!)
  if (saved) for (const account of accounts) restoreAccount(account, saved)
  const save = () => writeState(file, server.port, accounts)
  let savedAfter = 0
  const timer = setInterval(() => {
    const { requestCount } = server
    if (requestCount === savedAfter) return
    savedAfter = requestCount
    save()
  }, saveEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    save()
  }
}

function openProvider(provider: Provider, address: string, options: SandboxOptions): SandboxProvider {
  const { wire, accounts } = provider
  const addAccount = (keys: Omit<AccountKeys, 'base_url'>) => {
    const account = createAccount({
      keys: { ...keys, base_url: address + wire.prefix },
      wire,
      now: () => (options.now?.() ?? new Date()).getTime(),
    })
    account.webhooks.settings.url = options.webhookUrls?.[wire.name] ?? null
    account.pending_ms = options.pendingMs ?? null
    accounts.push(account)
    return accountControls(account)
  }
  const first = addAccount(firstKeys[wire.name])
  return { ...first, ...providerControls(provider), addAccount }
}
