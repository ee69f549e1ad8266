import { listAdmins, listStudents, listTeachers } from '#accounts/contract.ts'

/** Lists of people that can be added, by tab. */
export const peopleListContracts = { students: listStudents, teachers: listTeachers, admins: listAdmins }
export type PeopleListName = keyof typeof peopleListContracts
