import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { createStaffNote, deleteStaffNote, listStaffNotes, updateStaffNote } from './staff-notes.ts'
import { listStudentMessages, sendStudentMessage } from './student-messages.ts'

export const api = [
  defineEndpoint(contract.listStaffNotes, listStaffNotes, {
    csv: ['author.name', 'note', 'created_at', 'updated_at'],
  }),
  defineEndpoint(contract.createStaffNote, createStaffNote),
  defineEndpoint(contract.updateStaffNote, updateStaffNote),
  defineEndpoint(contract.deleteStaffNote, deleteStaffNote),
  defineEndpoint(contract.listStudentMessages, listStudentMessages, {
    csv: ['sender.name', 'subject', 'message', 'created_at'],
  }),
  defineEndpoint(contract.sendStudentMessage, sendStudentMessage),
]
