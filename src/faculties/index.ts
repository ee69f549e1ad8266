export { assignPeople } from './assign.ts'
export { facultiesOfPeople, facultiesOfUser, type UserFaculty } from './of-people.ts'
export { placeCourse } from './place-course.ts'
export { personalData } from './personal-data.ts'
