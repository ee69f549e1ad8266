import { Resolver } from 'node:dns/promises'
import type { Config } from '#platform/config/config.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { verificationHost } from './domain-name.ts'

export type DnsProblem =
  | 'record_missing'
  | 'record_mismatch'
  | 'wrong_target'
  | 'target_missing'
  | 'taken'
  | 'dns_unreachable'

/** What DNS says of a domain. `found` is what stands there instead of what should. */
export type DnsResult =
  | { is_verified: boolean; points: boolean; problem: DnsProblem | null; found_records: string[] }
  | { is_verified: null; points: null; problem: 'dns_unreachable'; found_records: [] }

interface Wanted {
  domain: string
  verification_record: string
  /** The host that it has to point to. */
  target: string
}

const silent: DnsResult = { is_verified: null, points: null, problem: 'dns_unreachable', found_records: [] }
/** More would only fill the page that shows them. */
const maxShown = 5

/** Reads a domain's records. Bounded in time; never throws for what DNS answers or fails to answer. */
export async function lookUpRecords(
  config: Config,
  { domain, verification_record, target }: Wanted,
): Promise<DnsResult> {
  const dns = resolverFor(config)
  try {
    const [proofs, names, addresses, ours] = await Promise.all([
      proofsOf(dns, domain),
      records(dns.resolveCname(domain)),
      addressesOf(dns, domain),
      addressesOf(dns, target),
    ])
    const stands = proofIn(proofs, verification_record)
    if (stands.problem) return { ...stands, is_verified: false, points: false }
    const points =
      names.some((name) => name.toLowerCase() === target) ||
      (addresses.length > 0 && addresses.every((address) => ours.includes(address)))
    if (points) return { is_verified: true, points, problem: null, found_records: [] }
    const otherTargets = [...names, ...addresses]
    const problem = otherTargets.length > 0 ? 'wrong_target' : 'target_missing'
    return { is_verified: true, points, problem, found_records: shown(otherTargets) }
  } catch {
    return silent
  }
}

/** What DNS says of the proof of a domain alone, which nothing has to point to. `proven` is null where it is silent. */
export async function lookUpOwnershipRecord(
  config: Config,
  { domain, verification_record }: Omit<Wanted, 'target'>,
) {
  try {
    return proofIn(await proofsOf(resolverFor(config), domain), verification_record)
  } catch {
    return { is_verified: null, problem: 'dns_unreachable' as const, found_records: [] }
  }
}

async function proofsOf(dns: Resolver, domain: string) {
  const texts = await records(dns.resolveTxt(verificationHost(domain)))
  return texts.map((parts) => parts.join(''))
}

function proofIn(proofs: string[], verification_record: string) {
  if (proofs.includes(verification_record)) return { is_verified: true, problem: null, found_records: [] }
  const problem = proofs.length > 0 ? ('record_mismatch' as const) : ('record_missing' as const)
  return { is_verified: false, problem, found_records: shown(proofs) }
}

/** Where a domain that can have no CNAME has to point; none where DNS does not say. */
export const resolveTargetAddresses = (config: Config, target: string): Promise<string[]> =>
  addressesOf(resolverFor(config), target).catch(() => [])

/** Where schools' domains point: a reseller's schools to the reseller's root, which points to us itself. */
export const domainTarget = ({ config, brand }: Pick<CtxWithoutTx, 'config' | 'brand'>) =>
  brand.key === '' ? config.domainTarget : brand.domain

function resolverFor({ dnsServers }: Config) {
  const dns = new Resolver({ timeout: 2_000, tries: 2 })
  if (dnsServers.length > 0) dns.setServers(dnsServers)
  return dns
}

const shown = (found_records: string[]) => found_records.slice(0, maxShown).map((one) => one.slice(0, 255))

async function addressesOf(dns: Resolver, host: string): Promise<string[]> {
  const families = await Promise.all([records(dns.resolve4(host)), records(dns.resolve6(host))])
  return families.flat()
}

/** No such record is an answer; silence and failure are none. */
async function records<T>(asking: Promise<T[]>): Promise<T[]> {
  try {
    return await asking
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw error
  }
}
