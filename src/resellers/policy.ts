import { validateDomainName } from '#custom-domains/index.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Whether one of two domains is the other, or below it. */
export const domainsOverlap = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/** A root domain is nobody else's, and neither below nor above ours or another's: else two would speak for one host. */
export function mayUseRootDomain(
  domain: string,
  { ours, others }: { ours: string; others: string[] },
): Verdict {
  const error = validateDomainName(domain, ours)
  if (error) return refuse(error)
  if (domainsOverlap(domain, ours)) return refuse('domain_reserved')
  return others.some((other) => domainsOverlap(domain, other)) ? refuse('root_domain_taken') : allow
}

/** The domain whose owner has to let a reseller send mail from it; null where the proof of the root says that already. */
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

/** Addresses of schools and links in mail name a root that answers, and owners' accounts are filed under it. */
export function mayChangeRootDomain({
  is_serving,
  in_use,
}: {
  is_serving: boolean
  in_use: boolean
}): Verdict {
  return is_serving || in_use ? refuse('root_domain_in_use') : allow
}
