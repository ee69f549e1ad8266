import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { createNote } from './create-note.ts'
import { deleteNote } from './delete-note.ts'
import { exportNotes } from './exports/export-notes.ts'
import { listNoteCourses, listNotes } from './list-notes.ts'
import { updateNote } from './update-note.ts'

export const api = [
  handle(contract.createNote, createNote),
  handle(contract.updateNote, updateNote),
  handle(contract.deleteNote, deleteNote),
  handle(contract.listNotes, listNotes),
  handle(contract.listNoteCourses, listNoteCourses),
  handleOwn(contract.exportNotes, exportNotes),
]
