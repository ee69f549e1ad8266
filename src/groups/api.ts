import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { createGroup, deleteGroup, listGroups, listGroupStudents, updateGroup } from './change-groups.ts'
import * as contract from './contract.ts'
import { deleteLockException, createLockException, listLockExceptions } from './create-lock-exception.ts'

export const api = [
  defineEndpoint(contract.listGroups, listGroups),
  defineEndpoint(contract.createGroup, createGroup),
  defineEndpoint(contract.updateGroup, updateGroup),
  defineEndpoint(contract.deleteGroup, deleteGroup),
  defineEndpoint(contract.listGroupStudents, listGroupStudents),
  defineEndpoint(contract.listLockExceptions, listLockExceptions),
  defineEndpoint(contract.createLockException, createLockException),
  defineEndpoint(contract.deleteLockException, deleteLockException),
]
