import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { countInterest, getMyInterest, unsubscribe, registerInterest } from './register-interest.ts'

export const api = [
  defineEndpoint(contract.subscribeToOpening, registerInterest),
  defineEndpoint(contract.getMyInterest, getMyInterest),
  defineEndpoint(contract.unsubscribeFromOpening, unsubscribe),
  defineEndpoint(contract.countInterest, countInterest),
]
