import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { requestMySchools } from './directory/request-my-schools.ts'
import { checkSchoolAddress } from './creation/check-school-address.ts'
import * as contract from './contract.ts'
import { createSchool } from './creation/create-school.ts'
import { searchSchools } from './directory/search-schools.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { getNotificationSettings, updateNotificationSettings } from './settings/notification-settings.ts'
import {
  getCustomDomainDetails,
  getSchoolDetailsById,
  getSchoolDetailsByUrl,
} from './settings/show-profile.ts'
import { getSchool } from './settings/show-school.ts'
import { updateSchool } from './settings/update-school.ts'

export const api = [
  defineEndpointWithoutTx(contract.getCustomDomainDetails, getCustomDomainDetails),
  defineEndpointWithoutTx(contract.getSchoolDetailsByUrl, getSchoolDetailsByUrl),
  defineEndpointWithoutTx(contract.getSchoolDetailsById, getSchoolDetailsById),
  defineEndpoint(contract.checkSchoolAddress, checkSchoolAddress),
  defineEndpointWithoutTx(contract.createSchool, createSchool),
  defineEndpoint(contract.getSchool, getSchool),
  defineEndpoint(contract.updateSchool, updateSchool),
  defineEndpoint(contract.getNotificationSettings, getNotificationSettings),
  defineEndpoint(contract.updateNotificationSettings, updateNotificationSettings),
  defineEndpoint(contract.requestMySchoolsEmail, requestMySchools),
  defineEndpoint(contract.searchSchools, searchSchools),
  defineEndpoint(contract.listAuditLog, listAuditLog, {
    csv: [
      'created_at',
      'action',
      'actor_name',
      'actor_role',
      'client_name',
      'subject_type',
      'subject_name',
      'subject_id',
      'change',
      'request_id',
    ],
  }),
]
