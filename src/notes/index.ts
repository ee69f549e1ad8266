export { eraseNotesOf } from './erase-notes.ts'
