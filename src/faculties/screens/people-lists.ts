import { listAdmins, listStudents, listTeachers } from '#accounts/contract.ts'

/** Whom a faculty can have, as the tabs name them. */
export const peopleListContracts = { students: listStudents, teachers: listTeachers, admins: listAdmins }
export type PeopleListName = keyof typeof peopleListContracts
