import { handle } from '#tenancy/http/endpoints.ts'
import { acceptancesFile } from './acceptances-file.ts'
import { consentOfPerson } from './consent-of-person.ts'
import { changeConsent } from './consents.ts'
import * as contract from './contract.ts'
import { listDrafts, saveDraft } from './drafts.ts'
import { acceptTexts, myConsent } from './my-consent.ts'
import { publishText } from './publish-text.ts'
import { listTexts, showText } from './show-texts.ts'

export const api = [
  handle(contract.listTexts, listTexts),
  handle(contract.showText, showText),
  handle(contract.listDrafts, listDrafts),
  handle(contract.saveDraft, saveDraft),
  handle(contract.publishText, publishText),
  handle(contract.myConsent, myConsent),
  handle(contract.acceptTexts, acceptTexts),
  handle(contract.changeConsent, changeConsent),
  handle(contract.consentOfPerson, consentOfPerson),
  handle(contract.acceptancesFile, acceptancesFile),
]
