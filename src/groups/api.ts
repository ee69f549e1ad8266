import { handle } from '#tenancy/http/endpoints.ts'
import { createGroup, deleteGroup, listGroups, listGroupStudents, updateGroup } from './change-groups.ts'
import * as contract from './contract.ts'
import { deleteLockException, exceptFromLocks, listLockExceptions } from './except-from-locks.ts'

export const api = [
  handle(contract.listGroups, listGroups),
  handle(contract.createGroup, createGroup),
  handle(contract.updateGroup, updateGroup),
  handle(contract.deleteGroup, deleteGroup),
  handle(contract.listGroupStudents, listGroupStudents),
  handle(contract.listLockExceptions, listLockExceptions),
  handle(contract.exceptFromLocks, exceptFromLocks),
  handle(contract.deleteLockException, deleteLockException),
]
