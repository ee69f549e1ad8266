import { handle, handleOwn } from '#platform/http.ts'
import { askForMySchools } from './ask-for-my-schools.ts'
import { checkAddress } from './check-address.ts'
import * as contract from './contract.ts'
import { createSchool } from './create-school.ts'
import { findSchools } from './find-schools.ts'
import { listAuditLog } from './list-audit-log.ts'
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts'
import {
  allPaymentsPlan,
  customDomainDetails,
  schoolDetailsFromId,
  schoolDetailsFromUrl,
} from './show-profile.ts'
import { showOverview } from './show-overview.ts'
import { getSchool } from './show-school.ts'
import { updateSchool } from './update-school.ts'

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
