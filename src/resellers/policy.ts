import { validateDomainName } from '#custom-domains/index.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Whether one of two domains equals the other or is below it. */
export const domainsOverlap = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/**
 * A root domain must not equal, contain or be below ours, another reseller's or a school's, so that a host has
 * one owner.
 */
export function mayUseRootDomain(
  domain: string,
  { ours, others }: { ours: string; others: string[] },
): Verdict {
  const error = validateDomainName(domain, ours)
  if (error) return refuse(error)
  if (domainsOverlap(domain, ours)) return refuse('domain_reserved')
  return others.some((other) => domainsOverlap(domain, other)) ? refuse('root_domain_taken') : allow
}

/**
 * The domain whose owner must permit a reseller to send mail from it; null if the root's record already proves
 * it.
 */
export function senderDomain({
  root_domain,
  address,
}: {
  root_domain: string
  address: string
}): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domain === root_domain || domain.endsWith(`.${root_domain}`) ? null : domain
}

/** Refused while schools use the root: their addresses, links in mail and owners' accounts depend on it. */
export function mayChangeRootDomain({
  is_serving,
  in_use,
}: {
  is_serving: boolean
  in_use: boolean
}): Verdict {
  return is_serving || in_use ? refuse('root_domain_in_use') : allow
}
