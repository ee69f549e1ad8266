import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { addDomain } from './add-domain.ts'
import { checkDomain } from './check-domain.ts'
import * as contract from './contract.ts'
import { listDomains } from './list-domains.ts'
import { releaseDomain } from './release-domain.ts'

export const api = [
  handleOwn(contract.listDomains, listDomains),
  handle(contract.addDomain, addDomain),
  handleOwn(contract.checkDomain, checkDomain),
  handle(contract.releaseDomain, releaseDomain),
]
