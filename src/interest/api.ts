import { handle } from '#platform/http.ts'
import * as contract from './contract.ts'
import { countInterest, getMyInterest, stopTelling, tellMe } from './tell-me.ts'

export const api = [
  handle(contract.tellMe, tellMe),
  handle(contract.getMyInterest, getMyInterest),
  handle(contract.stopTelling, stopTelling),
  handle(contract.countInterest, countInterest),
]
