export { createCourseFromDocument } from './documents/create-course-from-document.ts'
export { parseDocument } from './documents/parse-document.ts'
export { personalData } from './personal-data.ts'
