import { handle } from '#tenancy/http/endpoints.ts'
import { assignCourses, assignPeople } from './assign.ts'
import { assignListedPeople } from './assign-listed.ts'
import { reorderFaculties, updateFaculty } from './change-faculty.ts'
import * as contract from './contract.ts'
import { createFaculty } from './create-faculty.ts'
import { deleteFaculty } from './delete-faculty.ts'
import { createDepartment, deleteDepartment, reorderDepartments, updateDepartment } from './departments.ts'
import { listFaculties, looseDepartments, schoolFaculties } from './list-faculties.ts'

export const api = [
  handle(contract.schoolFaculties, schoolFaculties),
  handle(contract.createFaculty, createFaculty),
  handle(contract.listFaculties, listFaculties),
  handle(contract.looseDepartments, looseDepartments),
  handle(contract.reorderFaculties, reorderFaculties),
  handle(contract.updateFaculty, updateFaculty),
  handle(contract.deleteFaculty, deleteFaculty),
  handle(contract.createDepartment, createDepartment),
  handle(contract.reorderDepartments, reorderDepartments),
  handle(contract.updateDepartment, updateDepartment),
  handle(contract.deleteDepartment, deleteDepartment),
  handle(contract.assignPeople, assignPeople),
  handle(contract.assignListedPeople, assignListedPeople),
  handle(contract.assignCourses, assignCourses),
]
