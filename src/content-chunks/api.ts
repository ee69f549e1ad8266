import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { searchInCourse } from './search-in-course.ts'

export const api = [defineEndpoint(contract.searchInCourse, searchInCourse)]
