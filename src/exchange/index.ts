export { makeCourse } from './make-course.ts'
export { readDocument } from './read-document.ts'
export { personalData } from './personal-data.ts'
