import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export const maxCategories = 100

/** A home page with more sections would be confusing. */
export const mayAddCategory = (existing: number): Verdict =>
  existing < maxCategories ? allow : refuse('category_limit_reached')

/** An order must contain each category once: one that was added or deleted meanwhile has no position. */
export function mayReorder(existing: readonly string[], newOrder: readonly string[]): Verdict {
  const named = new Set(newOrder)
  const complete = named.size === existing.length && existing.every((id) => named.has(id))
  return complete ? allow : refuse('category_order_outdated')
}
