import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { search } from './search.ts'

export const api = [defineEndpoint(contract.search, search)]
