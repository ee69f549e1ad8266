import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { challengeUrl } from './challenge-url.ts'

/** Continues with the second step of a login, if required. */
export function useLoginChallenge() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return (error: ApiError) => {
    const address = challengeUrl(error, query.get('redirect'))
    if (address) void navigate(address)
    return address !== null
  }
}
