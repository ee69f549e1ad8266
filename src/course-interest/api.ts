import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { countInterest, getMyInterest, stopTelling, tellMe } from './register-interest.ts'

export const api = [
  handle(contract.tellMe, tellMe),
  handle(contract.getMyInterest, getMyInterest),
  handle(contract.stopTelling, stopTelling),
  handle(contract.countInterest, countInterest),
]
