import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { assignCourses, assignPeople } from './assign.ts'
import { assignPeopleFromList } from './assign-listed.ts'
import { reorderFaculties, updateFaculty } from './change-faculty.ts'
import * as contract from './contract.ts'
import { createFaculty } from './create-faculty.ts'
import { deleteFaculty } from './delete-faculty.ts'
import { createDepartment, deleteDepartment, reorderDepartments, updateDepartment } from './departments.ts'
import { listFaculties, listUnmatchedDepartments, listSchoolFaculties } from './list-faculties.ts'

export const api = [
  defineEndpoint(contract.listSchoolFaculties, listSchoolFaculties),
  defineEndpoint(contract.createFaculty, createFaculty),
  defineEndpoint(contract.listFaculties, listFaculties, {
    csv: ['name', 'departments', 'course_count', 'student_count', 'staff_count', 'created_at'],
  }),
  defineEndpoint(contract.listUnmatchedDepartments, listUnmatchedDepartments),
  defineEndpoint(contract.reorderFaculties, reorderFaculties),
  defineEndpoint(contract.updateFaculty, updateFaculty),
  defineEndpoint(contract.deleteFaculty, deleteFaculty),
  defineEndpoint(contract.createDepartment, createDepartment),
  defineEndpoint(contract.reorderDepartments, reorderDepartments),
  defineEndpoint(contract.updateDepartment, updateDepartment),
  defineEndpoint(contract.deleteDepartment, deleteDepartment),
  defineEndpoint(contract.assignPeople, assignPeople),
  defineEndpoint(contract.assignPeopleFromList, assignPeopleFromList),
  defineEndpoint(contract.assignCourses, assignCourses),
]
