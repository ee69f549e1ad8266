import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { createCourse } from '#courses/contract.ts'
import * as contract from './contract.ts'
import { exportCourse, getLatestExport, getExport } from './exports/export-course.ts'
import { importCourse, getImport } from './imports/import-course.ts'
import {
  createCourseWithTemplate,
  createCourseFromTemplate,
} from './templates/create-course-from-template.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { createTemplate, deleteTemplate, listTemplates, getTemplate } from './templates/templates.ts'

export const api = [
  // Located here, because a course may be created from a template.
  defineEndpoint(createCourse, createCourseWithTemplate),
  defineEndpoint(contract.duplicateCourse, duplicateCourse),
  defineEndpoint(contract.listTemplates, listTemplates, {
    csv: ['name', 'description', 'lessons_count', 'contents_count', 'created_by_name', 'created_at'],
  }),
  defineEndpoint(contract.getTemplate, getTemplate),
  defineEndpoint(contract.createTemplate, createTemplate),
  defineEndpoint(contract.deleteTemplate, deleteTemplate),
  defineEndpoint(contract.createCourseFromTemplate, createCourseFromTemplate),
  defineEndpoint(contract.exportCourse, exportCourse),
  defineEndpoint(contract.getExport, getExport),
  defineEndpoint(contract.getLatestExport, getLatestExport),
  defineEndpoint(contract.importCourse, importCourse),
  defineEndpoint(contract.getImport, getImport),
]
