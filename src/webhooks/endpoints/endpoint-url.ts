import type { Ctx } from '#tenancy/context/request-context.ts'
import { validateOutboundUrl, OutboundError, type OutboundFailure } from '#platform/outbound/index.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'

const words: Partial<Record<OutboundFailure, string>> = {
  not_https: 'Only https addresses can be called.',
  credentials_in_address: 'An address must not hold a name or password.',
  address_not_public: 'This address is not reachable from the internet.',
}

/** Normalises an address, or refuses one that is never valid; its name is resolved at each attempt. */
export function endpointUrl({ config }: Ctx, given: string): string {
  try {
    const url = validateOutboundUrl(given.trim(), { allowLoopback: config.allowLoopbackOutbound })
    url.hash = ''
    return url.href
  } catch (error) {
    const failure = error instanceof OutboundError ? error.failure : 'address_invalid'
    return refuseInvalidField('url', failure, words[failure] ?? 'This is not an address.')
  }
}

/** The part of an address for audit log and notifications: its path may contain a secret. */
export const webhookHost = (url: string) => new URL(url).host
