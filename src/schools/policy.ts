import { productName } from '#tenancy/hosts/brand.ts'
import { addressError, addressSkeleton, type AddressError } from './creation/address.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Directory entries of the requested addresses. */
export interface TakenAddresses {
  addresses: ReadonlySet<string>
  skeletons: ReadonlySet<string>
}

/** An address is available if it is valid, not taken, and does not look like one that is taken. */
export function mayTakeAddress(address: string, taken: TakenAddresses): Verdict {
  const error = addressError(address) ?? reservedAddressError(address)
  if (error) return refuse(error)
  if (taken.addresses.has(address)) return refuse('address_taken')
  return taken.skeletons.has(addressSkeleton(address)) ? refuse('address_lookalike') : allow
}

const ownName = productName.toLowerCase()

/**
 * The product's own name. Separate from the other rules, which browsers also load: those contain no product name.
 */
export function reservedAddressError(address: string): AddressError | null {
  if (address === ownName) return 'address_reserved'
  return addressSkeleton(address) === addressSkeleton(ownName) ? 'address_lookalike' : null
}
