export { addStudentsToGroup } from './add-students-to-group.ts'
export { personalData } from './personal-data.ts'
