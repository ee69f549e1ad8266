import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { askForMySchools } from './directory/request-my-schools.ts'
import { checkAddress } from './creation/check-address.ts'
import * as contract from './contract.ts'
import { createSchool } from './creation/create-school.ts'
import { findSchools } from './directory/find-schools.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { getNotificationSettings, updateNotificationSettings } from './settings/notification-settings.ts'
import {
  allPaymentsPlan,
  customDomainDetails,
  schoolDetailsFromId,
  schoolDetailsFromUrl,
} from './settings/show-profile.ts'
import { showOverview } from './show-overview.ts'
import { getSchool } from './settings/show-school.ts'
import { updateSchool } from './settings/update-school.ts'

export const api = [
  handleOwn(contract.customDomainDetails, customDomainDetails),
  handleOwn(contract.schoolDetailsFromUrl, schoolDetailsFromUrl),
  handleOwn(contract.schoolDetailsFromId, schoolDetailsFromId),
  handleOwn(contract.allPaymentsPlan, allPaymentsPlan),
  handle(contract.schoolAddress, checkAddress),
  handleOwn(contract.createSchool, createSchool),
  handle(contract.getSchool, getSchool),
  handle(contract.updateSchool, updateSchool),
  handle(contract.schoolOverview, showOverview),
  handle(contract.getNotificationSettings, getNotificationSettings),
  handle(contract.updateNotificationSettings, updateNotificationSettings),
  handle(contract.askForMySchools, askForMySchools),
  handle(contract.findSchools, findSchools),
  handle(contract.listAuditLog, listAuditLog),
]
