import type { ApiError } from '#platform/client/api/api-error.ts'

const steps: Record<string, string> = {
  second_factor_required: 'code',
  second_factor_enrolment_required: 'enrol',
}

/**
 * Address of the second step after a valid first step; null if the login was refused. The challenge is in the
 * fragment, which browsers do not send.
 */
export function challengeUrl({ code, problem }: ApiError, redirect: string | null): string | null {
  const step = steps[code]
  if (!step) return null
  const query = redirect ? `?${new URLSearchParams({ redirect })}` : ''
  return `/second-factor${query}#${step}.${String(problem.challenge)}`
}
