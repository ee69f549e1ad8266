import type { ApiError } from '#platform/client/api/api-error.ts'

const steps: Record<string, string> = {
  second_factor_required: 'code',
  second_factor_enrolment_required: 'enrol',
}

/**
 * Where a login goes on that was right so far; null where it was refused. What ties the two steps together stands
 * behind the #, which is sent to nobody.
 */
export function challengeUrl({ code, problem }: ApiError, redirect: string | null): string | null {
  const step = steps[code]
  if (!step) return null
  const query = redirect ? `?${new URLSearchParams({ redirect })}` : ''
  return `/second-factor${query}#${step}.${String(problem.challenge)}`
}
