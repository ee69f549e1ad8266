export { eraseNotesOf } from './erase-notes.ts'
export { personalData } from './personal-data.ts'
