import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { addDomain } from './add-domain.ts'
import { checkDomain } from './check-domain.ts'
import * as contract from './contract.ts'
import { listDomains } from './list-domains.ts'
import { releaseDomain } from './release-domain.ts'

export const api = [
  defineEndpointWithoutTx(contract.listDomains, listDomains),
  defineEndpoint(contract.addDomain, addDomain),
  defineEndpointWithoutTx(contract.checkDomain, checkDomain),
  defineEndpoint(contract.releaseDomain, releaseDomain),
]
