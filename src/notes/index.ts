export { eraseNotesOf } from './erase-notes.ts'
export { searchVector } from './note-search.ts'
export { listNotes } from './list-notes.ts'
export { personalData } from './personal-data.ts'
