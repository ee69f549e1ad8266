export { makeCourse } from './documents/create-course-from-document.ts'
export { readDocument } from './documents/read-document.ts'
export { personalData } from './personal-data.ts'
