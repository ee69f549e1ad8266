export { eraseUserNotes } from './erase-notes.ts'
export { noteSearchVector } from './note-search.ts'
export { listNotes } from './list-notes.ts'
export { personalData } from './personal-data.ts'
