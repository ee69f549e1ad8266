import type { OwnCtx } from './context.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses `not_found` unless strangers may ask about this school here: a school's own host speaks of that school
 * alone, the root domain of any.
 */
export function ensureSpokenOf({ school }: Pick<OwnCtx, 'school'>, school_id: string) {
  if (school && school.school_id !== school_id) throw new Refusal('not_found')
}
