import { UnsupportedAmount } from './unsupported-amount.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderName } from './provider.ts'

interface Operation {
  provider: ProviderName
  operation: string
}

/** Converts an amount of a request. An amount that the provider's unit cannot express is refused before any call. */
export function convertAmount<T>(operation: Operation, convert: () => T): T {
  try {
    return convert()
  } catch (error) {
    if (!(error instanceof UnsupportedAmount)) throw error
    const code = error.part === 'currency' ? 'currency_not_supported' : 'amount_not_supported'
    throw new ProviderError('rejected', { ...operation, code })
  }
}

/** Reads a reply that passed its schema. An amount or date that cannot be read is an unexpected reply. */
export function readValues<T>(operation: Operation, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnsupportedAmount || error instanceof RangeError)
      throw new ProviderError('unexpected_reply', operation)
    throw error
  }
}

/** Time of a reply: ISO 8601, or seconds since 1970. Throws RangeError for a missing or invalid one. */
export function readTime(time: string | number | null | undefined): Date {
  const date = new Date(typeof time === 'number' ? time * 1000 : (time ?? Number.NaN))
  if (Number.isNaN(date.getTime())) throw new RangeError('no time')
  return date
}

export const isRejectedAs = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ProviderError && error.kind === 'rejected' && codes.includes(error.code ?? '')

/** A reference of ours, as all three providers accept it. */
export const referencePattern = /^[a-z0-9-]{1,100}$/

/** Throws RangeError for a reference that some provider would refuse or change. */
export function requireReference(reference: string) {
  if (!referencePattern.test(reference))
    throw new RangeError('a reference is [a-z0-9-], at most 100 characters')
}
