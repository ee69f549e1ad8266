import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { lookOf, normalAddress, suggestedAddresses } from './address.ts'
import type * as contract from '../contract.ts'
import { mayTakeAddress } from '../policy.ts'
import { takenAddresses } from '../queries.ts'

const mostSuggested = 3

export async function checkAddress(
  { tx, actor }: Pick<Ctx, 'tx'> & Partial<Pick<Ctx, 'actor'>>,
  input: Input<typeof contract.schoolAddress>,
): Promise<Reply<typeof contract.schoolAddress>> {
  const school_url = normalAddress(input.school_url)
  const alternatives = suggestedAddresses(input.school_url, input.country)
  const candidates = [school_url, ...alternatives].map((address) => ({ address, look: lookOf(address) }))
  const taken = await takenAddresses(tx, candidates, { account_id: actor?.account_id ?? null })
  const verdict = mayTakeAddress(school_url, taken)
  if (verdict.allowed) return { school_url, is_available: true, reason: null, suggestions: [] }
  const free = alternatives.filter((address) => mayTakeAddress(address, taken).allowed)
  return { school_url, is_available: false, reason: verdict.code, suggestions: free.slice(0, mostSuggested) }
}
