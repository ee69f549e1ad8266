import { loadBrands, platformBrand, type Brand } from './brand.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Host } from './hosts.ts'

type Brands = ReadonlyMap<string, Brand>

/** Creates the list of root hosts: ours, and every active reseller's. Cached until `forget`, then reloaded. */
export function createRootHosts(config: Config, db: Database) {
  const own = platformBrand(config)
  let coming: Promise<Brands> | undefined
  let brands: Brands = new Map([['', own]])
  let byDomain: Brands = new Map([[own.domain, own]])

  function all(): Promise<Brands> {
    if (coming) return coming
    const pendingBrands: Promise<Brands> = loadBrands(config, db).then((loaded) => {
      const next: Brands = new Map([...loaded, ['', own]])
      // A load that started before the last change is outdated.
      if (coming !== pendingBrands) return coming ?? next
      brands = next
      byDomain = new Map([...brands.values()].filter(answersItself).map((brand) => [brand.domain, brand]))
      return next
    })
    coming = pendingBrands
    pendingBrands.catch(() => {
      if (coming === pendingBrands) coming = undefined
    })
    return pendingBrands
  }

  return {
    own,
    /** Every brand by its key. */
    all,
    /** Brand of a root host, from the last load. */
    at: (domain: string): Brand | undefined => byDomain.get(domain),
    /** Root or API host of a name, from the last load. */
    host(host: string): Exclude<Host, { kind: 'school' }> | null {
      const root = byDomain.get(host)
      if (root) return { kind: 'root', brand: root }
      const brand = host.startsWith('api.') ? byDomain.get(host.slice(4)) : undefined
      return brand ? { kind: 'api', brand } : null
    },
    /** Reloads at once, because API hosts are recognised synchronously. */
    evict() {
      coming = undefined
      void all().catch(() => {})
    },
  }
}

export type RootHosts = ReturnType<typeof createRootHosts>

/** A reseller with an inactive domain uses ours, which stays ours. */
const answersItself = ({ key, domain }: Brand) => key === '' || key === domain
