import { listLegalDocuments } from '#consent/contract.ts'
import type { ApiReply, Api } from '#platform/client/api/client.ts'
import * as contract from '../../contract.ts'
import type { LegalDocumentToAccept } from './accept-legal-texts.tsx'

type Invitation = ApiReply<typeof contract.readInvitation>

export interface Registration {
  /** What newcomers accept. */
  texts: LegalDocumentToAccept[]
  /** null for a link that cannot be used, undefined where somebody came without one. */
  invitation: Invitation | null | undefined
}

/** What newcomers accept, and whom the invitation of the address is for. */
export async function loadRegistration(api: Api, query: URLSearchParams): Promise<Registration> {
  const register_token = query.get('register_token')
  const [texts, invitation] = await Promise.all([
    api(listLegalDocuments, {}),
    register_token ? api(contract.readInvitation, { register_token }).catch(() => null) : undefined,
  ])
  return { texts: texts.data, invitation }
}
