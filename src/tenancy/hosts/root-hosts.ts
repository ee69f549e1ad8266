import { loadBrands, platformBrand, type Brand } from './brand.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Host } from './hosts.ts'

type Brands = ReadonlyMap<string, Brand>

/** The root hosts: ours, and every reseller's that answers. Kept in the process until `forget`, then read again. */
export function createRootHosts(config: Config, db: Database) {
  const own = platformBrand(config)
  let coming: Promise<Brands> | undefined
  let brands: Brands = new Map([['', own]])
  let byDomain: Brands = new Map([[own.domain, own]])

  function all(): Promise<Brands> {
    if (coming) return coming
    const pendingBrands: Promise<Brands> = loadBrands(config, db).then((loaded) => {
      const next: Brands = new Map([...loaded, ['', own]])
      // What was asked for before the last change is old already.
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
    /** The brand whose root host this is, as far as it was read. */
    at: (domain: string): Brand | undefined => byDomain.get(domain),
    /** The root or API host that a host name is, as far as they were read. */
    host(host: string): Exclude<Host, { kind: 'school' }> | null {
      const root = byDomain.get(host)
      if (root) return { kind: 'root', brand: root }
      const brand = host.startsWith('api.') ? byDomain.get(host.slice(4)) : undefined
      return brand ? { kind: 'api', brand } : null
    },
    /** Reads them again at once: requests for an API host are told apart before anything can wait. */
    forget() {
      coming = undefined
      void all().catch(() => {})
    },
  }
}

/** A reseller whose domain does not answer has ours, which stays ours. */
const answersItself = ({ key, domain }: Brand) => key === '' || key === domain
