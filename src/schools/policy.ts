import { productName } from '#tenancy/hosts/brand.ts'
import { addressFault, lookOf, type AddressFault } from './creation/address.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** What the directory says of the addresses in question. */
export interface Taken {
  addresses: ReadonlySet<string>
  looks: ReadonlySet<string>
}

/** An address is free when no rule forbids it, nobody has it, and it does not look like one that somebody has. */
export function mayTakeAddress(address: string, taken: Taken): Verdict {
  const fault = addressFault(address) ?? nameFault(address)
  if (fault) return refuse(fault)
  if (taken.addresses.has(address)) return refuse('address_taken')
  return taken.looks.has(lookOf(address)) ? refuse('address_lookalike') : allow
}

const ownName = productName.toLowerCase()

/** The product's own name. Apart from the other rules, which browsers have too: they name nobody. */
export function nameFault(address: string): AddressFault | null {
  if (address === ownName) return 'address_reserved'
  return lookOf(address) === lookOf(ownName) ? 'address_lookalike' : null
}
