import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { createNote } from './create-note.ts'
import { deleteNote } from './delete-note.ts'
import { exportNotes } from './exports/export-notes.ts'
import { listNoteCourses, listNotes } from './list-notes.ts'
import { updateNote } from './update-note.ts'

export const api = [
  defineEndpoint(contract.createNote, createNote),
  defineEndpoint(contract.updateNote, updateNote),
  defineEndpoint(contract.deleteNote, deleteNote),
  defineEndpoint(contract.listNotes, listNotes),
  defineEndpoint(contract.listNoteCourses, listNoteCourses),
  defineEndpointWithoutTx(contract.exportNotes, exportNotes),
]
