import { handle, handleOwn } from '#platform/http.ts'
import { changePlan } from './change-plan.ts'
import * as contract from './contract.ts'
import { listClosings, undoClosing } from './closings.ts'
import { createFlag } from './create-flag.ts'
import { deleteFlag } from './delete-flag.ts'
import { deleteParkedJobs } from './delete-parked-jobs.ts'
import { listAudit } from './list-audit.ts'
import { listFlags } from './list-flags.ts'
import { listParkedJobs } from './list-parked-jobs.ts'
import { listSchools } from './list-schools.ts'
import { previewFlag } from './preview-flag.ts'
import { retryParkedJobs } from './retry-parked-jobs.ts'
import { showSchool } from './show-school.ts'
import { updateFlag } from './update-flag.ts'

export const api = [
  handle(contract.listSchools, listSchools),
  handleOwn(contract.showSchool, showSchool),
  handleOwn(contract.changePlan, changePlan),
  handle(contract.listClosings, listClosings),
  handleOwn(contract.undoClosing, undoClosing),
  handle(contract.listFlags, listFlags),
  handle(contract.createFlag, createFlag),
  handle(contract.updateFlag, updateFlag),
  handle(contract.deleteFlag, deleteFlag),
  handle(contract.previewFlag, previewFlag),
  handle(contract.listParkedJobs, listParkedJobs),
  handle(contract.retryParkedJobs, retryParkedJobs),
  handle(contract.deleteParkedJobs, deleteParkedJobs),
  handle(contract.listPlatformAudit, listAudit),
]
