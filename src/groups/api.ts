import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { createGroup, deleteGroup, listGroups, listGroupStudents, updateGroup } from './change-groups.ts'
import * as contract from './contract.ts'
import { deleteLockException, createLockException, listLockExceptions } from './create-lock-exception.ts'

export const api = [
  defineEndpoint(contract.listGroups, listGroups, {
    csv: ['name', 'students_count', 'created_at'],
  }),
  defineEndpoint(contract.createGroup, createGroup),
  defineEndpoint(contract.updateGroup, updateGroup),
  defineEndpoint(contract.deleteGroup, deleteGroup),
  defineEndpoint(contract.listGroupStudents, listGroupStudents, {
    csv: ['name', 'email'],
  }),
  defineEndpoint(contract.listLockExceptions, listLockExceptions, {
    csv: ['target.kind', 'target.name', 'content.title', 'shift_days', 'created_by_name', 'created_at'],
  }),
  defineEndpoint(contract.createLockException, createLockException),
  defineEndpoint(contract.deleteLockException, deleteLockException),
]
