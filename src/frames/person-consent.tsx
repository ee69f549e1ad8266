import { useParams } from 'react-router'
import { getUserDetails } from '#accounts/contract.ts'
import PersonConsent, { handle as consent } from '#consent/screens/person-consent.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'

export const handle = consent

/** The consents of a person, with the name from accounts. */
export default function PersonConsentScreen() {
  const { user_id = '' } = useParams()
  const { data, error } = useApiQuery(getUserDetails, { user_id })
  return <PersonConsent user_id={user_id} name={data?.name} error={error} />
}
