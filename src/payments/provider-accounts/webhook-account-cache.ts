import { LRUCache } from 'lru-cache'
import { deleteEntries } from '#lib/cache/delete-entries.ts'
import { expireAfter } from '#lib/cache/expire-after.ts'
import type { ProviderName } from '../providers/provider.ts'
import type { PaymentAccount } from './payment-accounts.ts'

interface AccountsKey {
  school_id: string
  provider: ProviderName
}

type Accounts = readonly PaymentAccount[]

/**
 * Caches the keys with which webhooks of a school's own accounts are verified, so that a forged webhook costs neither a
 * transaction nor a decryption. A change of the school drops them.
 */
function createWebhookAccountCache() {
  const cached = new LRUCache<string, Promise<Accounts>>({ max: 5_000, ...expireAfter(5 * 60_000) })
  return {
    /** The accounts, cached or from `load`, which runs once for concurrent callers. */
    read({ school_id, provider }: AccountsKey, load: () => Promise<Accounts>): Promise<Accounts> {
      const key = `${school_id}/${provider}`
      const found = cached.get(key)
      if (found) return found
      const loading = load()
      cached.set(key, loading)
      loading.catch(() => {
        if (cached.peek(key) === loading) cached.delete(key)
      })
      return loading
    },
    /** Drops the accounts of one school, or of all. */
    evict(school_id?: string) {
      if (school_id === undefined) cached.clear()
      else deleteEntries(cached, (key) => key.startsWith(`${school_id}/`))
    },
  }
}

/** The cache of this process. */
export const webhookAccountCache = createWebhookAccountCache()
