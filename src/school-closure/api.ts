import { handleOwn } from '#tenancy/http/endpoints.ts'
import { closeSchool, keepSchool } from './close-school.ts'
import * as contract from './contract.ts'
import { showClosing } from './show-closure.ts'
import { askForSchoolArchive } from './write-archive.ts'

export const api = [
  handleOwn(contract.showClosing, showClosing),
  handleOwn(contract.closeSchool, closeSchool),
  handleOwn(contract.keepSchool, keepSchool),
  handleOwn(contract.askForSchoolArchive, askForSchoolArchive),
]
