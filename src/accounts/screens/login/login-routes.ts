import * as contract from '../../contract.ts'

/** Route of each login role. */
export const loginRoutes = {
  student: contract.loginStudent,
  teacher: contract.loginTeacher,
  admin: contract.loginAdmin,
}
