import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { challengeUrl } from './challenge-url.ts'

/** For the forms of the first step: goes on to the second one where there is one. */
export function useLoginChallenge() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return (error: ApiError) => {
    const address = challengeUrl(error, query.get('redirect'))
    if (address) void navigate(address)
    return address !== null
  }
}
