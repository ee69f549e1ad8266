import { listAdmins, listStudents, listTeachers } from '#accounts/contract.ts'

/** Whom a faculty can have, as the tabs name them. */
export const lists = { students: listStudents, teachers: listTeachers, admins: listAdmins }
export type List = keyof typeof lists
