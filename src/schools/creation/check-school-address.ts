import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { addressSkeleton, normalizeAddress, suggestAddresses } from './address.ts'
import type * as contract from '../contract.ts'
import { mayTakeAddress } from '../policy.ts'
import { listTakenAddresses } from '../queries.ts'

const maxSuggestions = 3

export async function checkSchoolAddress(
  { tx, actor }: Pick<Ctx, 'tx'> & Partial<Pick<Ctx, 'actor'>>,
  input: Input<typeof contract.checkSchoolAddress>,
): Promise<Reply<typeof contract.checkSchoolAddress>> {
  const school_url = normalizeAddress(input.school_url)
  const alternatives = suggestAddresses(input.school_url, input.country)
  const candidates = [school_url, ...alternatives].map((address) => ({
    address,
    look: addressSkeleton(address),
  }))
  const taken = await listTakenAddresses(tx, candidates, { account_id: actor?.account_id ?? null })
  const verdict = mayTakeAddress(school_url, taken)
  if (verdict.allowed) return { school_url, is_available: true, reason: null, suggestions: [] }
  const free = alternatives.filter((address) => mayTakeAddress(address, taken).allowed)
  return { school_url, is_available: false, reason: verdict.code, suggestions: free.slice(0, maxSuggestions) }
}
