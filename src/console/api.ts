import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { changePlan } from './managed-schools/change-plan.ts'
import * as contract from './contract.ts'
import { listClosings, undoClosing } from './managed-schools/list-closures.ts'
import { createFlag } from './feature-flags/create-flag.ts'
import { deleteFlag } from './feature-flags/delete-flag.ts'
import { deleteParkedJobs } from './parked-jobs/delete-parked-jobs.ts'
import { listAudit } from './audit/list-audit.ts'
import { listFlags } from './feature-flags/list-flags.ts'
import { listParkedJobs } from './parked-jobs/list-parked-jobs.ts'
import { listSchools } from './managed-schools/list-schools.ts'
import { previewFlag } from './feature-flags/preview-flag.ts'
import { retryParkedJobs } from './parked-jobs/retry-parked-jobs.ts'
import { showSchool } from './managed-schools/show-school.ts'
import { updateFlag } from './feature-flags/update-flag.ts'

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
