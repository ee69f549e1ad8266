import { listLegalDocuments } from '#consent/contract.ts'
import type { ApiReply, Api } from '#platform/client/api/client.ts'
import * as contract from '../../contract.ts'
import type { LegalDocumentToAccept } from './accept-legal-texts.tsx'

type Invitation = ApiReply<typeof contract.readInvitation>

export interface Registration {
  /** Legal texts to accept. */
  texts: LegalDocumentToAccept[]
  /** null for an invalid link, undefined without a link. */
  invitation: Invitation | null | undefined
}

/** Loads the legal texts and the invitation of the address. */
export async function loadRegistration(api: Api, query: URLSearchParams): Promise<Registration> {
  const register_token = query.get('register_token')
  const [texts, invitation] = await Promise.all([
    api(listLegalDocuments, {}),
    register_token ? api(contract.readInvitation, { register_token }).catch(() => null) : undefined,
  ])
  return { texts: texts.data, invitation }
}
