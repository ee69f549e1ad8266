import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { listPaymentEvents, replayPaymentEvent } from '#payments/index.ts'
import { listBilling } from './billing/list-billing.ts'
import { changePlan } from './managed-schools/change-plan.ts'
import * as contract from './contract.ts'
import { listClosures, cancelClosing } from './managed-schools/list-closures.ts'
import { createFlag } from './feature-flags/create-flag.ts'
import { deleteFlag } from './feature-flags/delete-flag.ts'
import { deleteParkedJobs } from './parked-jobs/delete-parked-jobs.ts'
import { listAuditLog } from './audit/list-audit-log.ts'
import { listFlags } from './feature-flags/list-flags.ts'
import { listParkedJobs } from './parked-jobs/list-parked-jobs.ts'
import { listSchools } from './managed-schools/list-schools.ts'
import { previewFlag } from './feature-flags/preview-flag.ts'
import { retryParkedJobs } from './parked-jobs/retry-parked-jobs.ts'
import { getSchool } from './managed-schools/get-school.ts'
import { updateFlag } from './feature-flags/update-flag.ts'

export const api = [
  defineEndpoint(contract.listSchools, listSchools, {
    csv: ['name', 'school_url', 'country', 'plan_name', 'created_at'],
  }),
  defineEndpoint(contract.listBilling, listBilling, {
    csv: ['name', 'school_url', 'status', 'plan', 'interval', 'quantity', 'amount', 'currency', 'period_end'],
  }),
  defineEndpoint(contract.listPlatformPaymentEvents, listPaymentEvents),
  defineEndpoint(contract.replayPlatformPaymentEvent, replayPaymentEvent),
  defineEndpointWithoutTx(contract.getSchool, getSchool),
  defineEndpointWithoutTx(contract.changePlan, changePlan),
  defineEndpoint(contract.listClosings, listClosures, {
    csv: ['name', 'school_url', 'reason', 'started_at', 'erase_at'],
  }),
  defineEndpointWithoutTx(contract.cancelClosing, cancelClosing),
  defineEndpoint(contract.listFlags, listFlags, {
    csv: ['name', 'description', 'is_on_for_all', 'created_at', 'updated_at'],
  }),
  defineEndpoint(contract.createFlag, createFlag),
  defineEndpoint(contract.updateFlag, updateFlag),
  defineEndpoint(contract.deleteFlag, deleteFlag),
  defineEndpoint(contract.previewFlag, previewFlag),
  defineEndpoint(contract.listParkedJobs, listParkedJobs, {
    csv: ['task', 'school.name', 'last_error', 'attempts', 'created_at', 'parked_at'],
  }),
  defineEndpoint(contract.retryParkedJobs, retryParkedJobs),
  defineEndpoint(contract.deleteParkedJobs, deleteParkedJobs),
  defineEndpoint(contract.listPlatformAuditLog, listAuditLog, {
    csv: [
      'created_at',
      'action',
      'actor.name',
      'actor_role',
      'subject_type',
      'subject_id',
      'school.name',
      'change',
      'request_id',
    ],
  }),
]
