import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import * as exports from './request-export.ts'
import * as contract from './contract.ts'
import * as erasure from './request-erasure.ts'

export const api = [
  handleOwn(contract.exportMyData, exports.exportMyData),
  handle(contract.exportMyDataAnew, exports.exportMyDataAnew),
  handle(contract.latestExportOfMine, exports.latestExportOfMine),
  handleOwn(contract.eraseMe, erasure.eraseMe),
  handle(contract.mailProof, erasure.mailProof),
  handle(contract.dataOfPerson, exports.dataOfPerson),
  handle(contract.exportDataOf, exports.exportDataOf),
  handle(contract.erasePerson, erasure.erasePerson),
  handle(contract.keepPerson, erasure.keepPerson),
]
