import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { exportAcceptances } from './export-acceptances.ts'
import { getUserConsent } from './get-user-consent.ts'
import { setConsent } from './consents.ts'
import * as contract from './contract.ts'
import { listLegalDrafts, saveLegalDraft } from './drafts.ts'
import { acceptLegalDocuments, getMyConsent } from './get-my-consent.ts'
import { publishLegalDocument } from './publish-legal-document.ts'
import { listLegalDocuments, getLegalDocument } from './show-texts.ts'

export const api = [
  defineEndpoint(contract.listLegalDocuments, listLegalDocuments),
  defineEndpoint(contract.getLegalDocument, getLegalDocument),
  defineEndpoint(contract.listLegalDrafts, listLegalDrafts),
  defineEndpoint(contract.saveLegalDraft, saveLegalDraft),
  defineEndpoint(contract.publishLegalDocument, publishLegalDocument),
  defineEndpoint(contract.getMyConsent, getMyConsent),
  defineEndpoint(contract.acceptLegalDocuments, acceptLegalDocuments),
  defineEndpoint(contract.setConsent, setConsent),
  defineEndpoint(contract.getUserConsent, getUserConsent),
  defineEndpoint(contract.exportAcceptances, exportAcceptances),
]
