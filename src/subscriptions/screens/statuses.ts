/** In the order of the filter. The browser’s contracts hold routes only, so the list of the server is not available here. */
export const statuses = [
  'trialing',
  'active',
  'past_due',
  'paused',
  'unpaid',
  'completed',
  'canceled',
] as const
