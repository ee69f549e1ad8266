import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { getSchoolOverview } from './get-school-overview.ts'
import { getStaffHome } from './get-staff-home.ts'

export const api = [
  defineEndpoint(contract.getSchoolOverview, getSchoolOverview),
  defineEndpoint(contract.getStaffHome, getStaffHome),
]
