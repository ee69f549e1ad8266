import { isUuid } from '#lib/ids/is-uuid.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'

export const orderStatuses = [
  'awaiting_payment',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'canceled',
] as const

export interface OrderFilters {
  search?: string
  status?: (typeof orderStatuses)[number]
  course_id?: string
  from?: string
  to?: string
  needs_attention?: true
}

/** The filters of the address, as the API takes them. Dates are whole days in the reader's time zone. */
export function useOrderFilters(): OrderFilters {
  const [search] = useQueryParam('search')
  const [status] = useQueryParam('status')
  const [course] = useQueryParam('course')
  const [from] = useQueryParam('from')
  const [until] = useQueryParam('until')
  const chosen = orderStatuses.find((one) => one === status)
  const first = startOfDay(from, 0)
  const end = startOfDay(until, 1)
  return {
    ...(search && { search }),
    ...(chosen && { status: chosen }),
    ...(course && isUuid(course) && { course_id: course }),
    ...(first && { from: first }),
    ...(end && { to: end }),
  }
}

/** Start of a day (`2026-11-23`) or of the day after, as an instant; null for anything else. */
function startOfDay(day: string | null, daysLater: 0 | 1): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (!parts) return null
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number]
  return new Date(year, month - 1, date + daysLater).toISOString()
}
