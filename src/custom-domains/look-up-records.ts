import { Resolver } from 'node:dns/promises'
import type { Static } from 'typebox'
import type { Config } from '#platform/config/config.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { verificationHost } from './domain-name.ts'

export type DnsProblem = Static<typeof contract.DnsProblem>

/** Result of the DNS check of a domain. `found` lists the records found instead of the expected ones. */
export type DnsResult =
  | { is_verified: boolean; pointsToTarget: boolean; problem: DnsProblem | null; found_records: string[] }
  | { is_verified: null; pointsToTarget: null; problem: 'dns_unreachable'; found_records: [] }

interface ExpectedRecords {
  domain: string
  verification_record: string
  /** Host that the domain must point to. */
  target: string
}

const silent: DnsResult = {
  is_verified: null,
  pointsToTarget: null,
  problem: 'dns_unreachable',
  found_records: [],
}
/** Maximum number of records shown on the page. */
const maxShown = 5

/** Reads the records of a domain. Limited in time; DNS errors are part of the result and never thrown. */
export async function lookUpRecords(
  config: Config,
  { domain, verification_record, target }: ExpectedRecords,
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
    if (stands.problem) return { ...stands, is_verified: false, pointsToTarget: false }
    const pointsToTarget =
      names.some((name) => name.toLowerCase() === target) ||
      (addresses.length > 0 && addresses.every((address) => ours.includes(address)))
    if (pointsToTarget) return { is_verified: true, pointsToTarget, problem: null, found_records: [] }
    const otherTargets = [...names, ...addresses]
    const problem = otherTargets.length > 0 ? 'wrong_target' : 'target_missing'
    return { is_verified: true, pointsToTarget, problem, found_records: shown(otherTargets) }
  } catch {
    return silent
  }
}

/**
 * Reads only the verification record, for a domain that need not point anywhere. `proven` is null if DNS does not
 * answer.
 */
export async function lookUpOwnershipRecord(
  config: Config,
  { domain, verification_record }: Omit<ExpectedRecords, 'target'>,
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

/** Addresses for a domain that cannot have a CNAME; empty if DNS does not answer. */
export const resolveTargetAddresses = (config: Config, target: string): Promise<string[]> =>
  addressesOf(resolverFor(config), target).catch(() => [])

/**
 * Target of schools' domains: the reseller's root for its schools (which points to us), else the platform's
 * target.
 */
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

/** "No such record" is a result; timeout and failure are not. */
async function records<T>(asking: Promise<T[]>): Promise<T[]> {
  try {
    return await asking
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw error
  }
}
