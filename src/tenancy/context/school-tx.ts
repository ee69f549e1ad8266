// `payment-plans` imports this path; new code imports `../database/school-tx.ts`.
export { executeInSchool, readInSchool, withReadOnlySchoolTx, withSchoolTx } from '../database/school-tx.ts'
