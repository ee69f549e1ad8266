import * as contract from '../../contract.ts'

/** The route of each door. */
export const loginRoutes = {
  student: contract.loginStudent,
  teacher: contract.loginTeacher,
  admin: contract.loginAdmin,
}
