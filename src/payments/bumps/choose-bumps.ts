import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { OfferedBump } from './find-bumps.ts'

/** A course that the buyer adds, with the price that the buyer saw. */
export interface ChosenBump {
  id: string
  price: number
}

/** A course that is added to an order. */
export type AddedCourse = Pick<
  OfferedBump,
  'bump_id' | 'course_id' | 'title' | 'tier' | 'price' | 'regular_price'
>

/**
 * The chosen ones of the offers, in the order of the offers. Refuses one that is not offered to the caller, and another price than the
 * buyer saw.
 */
export function chooseBumps(
  offered: readonly OfferedBump[],
  chosen: readonly ChosenBump[],
): readonly AddedCourse[] {
  const prices = new Map(chosen.map(({ id, price }) => [id, price]))
  if (prices.size < chosen.length)
    return refuseInvalidField('bumps', 'duplicate', 'Name each added course once.')
  const added = offered.filter(({ bump_id }) => prices.has(bump_id))
  if (added.length < chosen.length) throw new Refusal('bump_unavailable')
  if (added.some(({ bump_id, price }) => prices.get(bump_id) !== price)) throw new Refusal('amount_mismatch')
  return added
}
