import type { School } from '../hosts/school.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Route } from '../contract/define-route.ts'

/** In a closing school, refuses all writes except on routes whose contract allows them. */
export function ensureNotClosing(
  { writes, whileClosing, support }: Pick<Route, 'writes' | 'whileClosing' | 'support'>,
  school: Pick<School, 'closes_at'>,
) {
  if (school.closes_at && writes && !whileClosing && support !== 'always') throw new Refusal('school_closing')
}
